package io.goodput.driver;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.context.DriverContext;
import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.api.core.retry.RetryDecision;
import com.datastax.oss.driver.api.core.retry.RetryPolicy;
import com.datastax.oss.driver.api.core.retry.RetryVerdict;
import com.datastax.oss.driver.api.core.servererrors.CoordinatorException;
import com.datastax.oss.driver.api.core.servererrors.WriteType;
import com.datastax.oss.driver.api.core.session.Request;
import com.datastax.oss.driver.internal.core.retry.DefaultRetryPolicy;

/**
 * Retries what the driver retries by default, but at most a tenth of the requests of the session,
 * and 100 more that it can save up. A retry says which attempt it is, in the custom payload {@code
 * goodput.attempt}, so that an overloaded node with Goodput can shed it first; other nodes ignore
 * it. A retry beyond the budget is not sent, and the application gets the error. Retries of
 * requests that a lost connection has aborted are sent without a budget.
 *
 * <p>In the configuration of the driver, next to {@link ClientDeadlines}:
 *
 * <pre>datastax-java-driver.advanced.retry-policy.class = io.goodput.driver.BudgetedRetryPolicy
 * </pre>
 *
 * <p>Thread-safe.
 */
@SuppressWarnings("InlineMeSuggester") // the deprecated methods are the driver's
public final class BudgetedRetryPolicy implements RetryPolicy {

  private final RetryPolicy usual;
  private final ClientDeadlines session;

  /**
   * For the requests of a profile. The driver calls this.
   *
   * @param context of the session
   * @param profileName of the profile
   * @throws IllegalArgumentException if the session does not have {@link ClientDeadlines}, which
   *     count its requests
   */
  public BudgetedRetryPolicy(DriverContext context, String profileName) {
    this(new DefaultRetryPolicy(context, profileName), deadlines(context));
  }

  /** For tests. */
  BudgetedRetryPolicy(RetryPolicy usual, ClientDeadlines session) {
    this.usual = usual;
    this.session = session;
  }

  private static ClientDeadlines deadlines(DriverContext context) {
    if (context.getRequestIdGenerator().orElse(null) instanceof ClientDeadlines session) {
      return session;
    }
    throw new IllegalArgumentException(
        "BudgetedRetryPolicy needs to count requests: set advanced.request-id.generator.class to "
            + ClientDeadlines.class.getName());
  }

  @Override
  public RetryVerdict onReadTimeoutVerdict(
      Request request,
      ConsistencyLevel consistency,
      int blockFor,
      int received,
      boolean dataPresent,
      int retryCount) {
    return withinBudget(
        request,
        retryCount,
        usual.onReadTimeoutVerdict(
            request, consistency, blockFor, received, dataPresent, retryCount));
  }

  @Override
  public RetryVerdict onWriteTimeoutVerdict(
      Request request,
      ConsistencyLevel consistency,
      WriteType writeType,
      int blockFor,
      int received,
      int retryCount) {
    return withinBudget(
        request,
        retryCount,
        usual.onWriteTimeoutVerdict(
            request, consistency, writeType, blockFor, received, retryCount));
  }

  @Override
  public RetryVerdict onUnavailableVerdict(
      Request request, ConsistencyLevel consistency, int required, int alive, int retryCount) {
    return withinBudget(
        request,
        retryCount,
        usual.onUnavailableVerdict(request, consistency, required, alive, retryCount));
  }

  /** Without a budget: a node that has stopped is no overload. */
  @Override
  public RetryVerdict onRequestAbortedVerdict(Request request, Throwable error, int retryCount) {
    RetryVerdict verdict = usual.onRequestAbortedVerdict(request, error, retryCount);
    return isRetry(verdict) ? new Retry(verdict, retryCount + 2L) : verdict;
  }

  @Override
  public RetryVerdict onErrorResponseVerdict(
      Request request, CoordinatorException error, int retryCount) {
    return withinBudget(
        request, retryCount, usual.onErrorResponseVerdict(request, error, retryCount));
  }

  private RetryVerdict withinBudget(Request request, int retryCount, RetryVerdict verdict) {
    // Only statements earn retries.
    if (!isRetry(verdict) || !(request instanceof Statement)) {
      return verdict;
    }
    // The first attempt has the number 1.
    return session.spendRetry() ? new Retry(verdict, retryCount + 2L) : RetryVerdict.RETHROW;
  }

  private static boolean isRetry(RetryVerdict verdict) {
    return verdict.getRetryDecision() == RetryDecision.RETRY_SAME
        || verdict.getRetryDecision() == RetryDecision.RETRY_NEXT;
  }

  /** The retry of a request, which says which attempt it is. */
  private record Retry(RetryVerdict usual, long attempt) implements RetryVerdict {

    @Override
    public RetryDecision getRetryDecision() {
      return usual.getRetryDecision();
    }

    @Override
    @SuppressWarnings("unchecked") // a statement with a payload has the type of the statement
    public <R extends Request> R getRetryRequest(R previous) {
      R request = usual.getRetryRequest(previous);
      return request instanceof Statement<?> statement
              && statement.getCustomPayload() instanceof StatedPayload stated
          ? (R) statement.setCustomPayload(stated.ofAttempt(attempt))
          : request;
    }
  }

  // The driver calls the methods above instead.

  @Override
  @Deprecated
  public RetryDecision onReadTimeout(
      Request request,
      ConsistencyLevel consistency,
      int blockFor,
      int received,
      boolean dataPresent,
      int retryCount) {
    return onReadTimeoutVerdict(request, consistency, blockFor, received, dataPresent, retryCount)
        .getRetryDecision();
  }

  @Override
  @Deprecated
  public RetryDecision onWriteTimeout(
      Request request,
      ConsistencyLevel consistency,
      WriteType writeType,
      int blockFor,
      int received,
      int retryCount) {
    return onWriteTimeoutVerdict(request, consistency, writeType, blockFor, received, retryCount)
        .getRetryDecision();
  }

  @Override
  @Deprecated
  public RetryDecision onUnavailable(
      Request request, ConsistencyLevel consistency, int required, int alive, int retryCount) {
    return onUnavailableVerdict(request, consistency, required, alive, retryCount)
        .getRetryDecision();
  }

  @Override
  @Deprecated
  public RetryDecision onRequestAborted(Request request, Throwable error, int retryCount) {
    return onRequestAbortedVerdict(request, error, retryCount).getRetryDecision();
  }

  @Override
  @Deprecated
  public RetryDecision onErrorResponse(
      Request request, CoordinatorException error, int retryCount) {
    return onErrorResponseVerdict(request, error, retryCount).getRetryDecision();
  }

  @Override
  public void close() {
    usual.close();
  }
}
