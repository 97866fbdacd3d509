package io.goodput.cassandra.coalesce;

import io.goodput.cassandra.fault.Faults;
import io.goodput.cassandra.limit.RateLimitReachedException;
import io.goodput.cassandra.limit.TableLimit;
import io.goodput.cassandra.request.Execution;
import io.goodput.cassandra.request.Request;
import io.goodput.cassandra.request.RequestClock;
import io.goodput.core.coalesce.GroupRead;
import io.goodput.core.time.Nanos;
import java.util.Objects;
import org.apache.cassandra.exceptions.RequestValidationException;
import org.apache.cassandra.transport.messages.ResultMessage;
import org.jspecify.annotations.Nullable;

/** Executes a client's read for all who want the same. Belongs to the thread of the request. */
final class Attempt implements GroupRead<SharedAnswer> {

  /** How long the read waits after it was refused for its share. */
  private static final long BRIEF_NANOS = 10 * Nanos.PER_MILLI;

  private final Request request;
  private final @Nullable TableLimit limit;
  private final Execution next;
  private final Faults faults;
  private @Nullable ResultMessage own;
  private SharedAnswer answer = SharedAnswer.NONE;
  private @Nullable RequestValidationException lastRefusal;

  /**
   * A read that is not executed yet.
   *
   * @param limit the limit of its partition; null if it has none
   * @param next checks the limit and executes the read
   */
  Attempt(Request request, @Nullable TableLimit limit, Execution next, Faults faults) {
    this.request = request;
    this.limit = limit;
    this.next = next;
    this.faults = faults;
  }

  @Override
  public boolean attempt() {
    request.course().setTrial(limit != null);
    request.course().setInTurn(true);
    try {
      execute();
      return true;
    } catch (RequestValidationException refusal) {
      if (!ReadCoalescing.isBrief(refusal) && !isOverLimit(refusal)) {
        throw refusal;
      }
      lastRefusal = refusal;
      return false;
    } finally {
      request.course().setTrial(false);
      request.course().setInTurn(false);
    }
  }

  @Override
  public boolean isOverLimit() {
    return isOverLimit(lastRefusal);
  }

  private boolean isOverLimit(@Nullable RequestValidationException refusal) {
    return limit != null
        && refusal instanceof RateLimitReachedException own
        && limit.rejectsWith(own);
  }

  /** Why the last attempt was not admitted; null if it was. */
  @Nullable RequestValidationException lastRefusal() {
    return lastRefusal;
  }

  /** Executes the read, which begins now. */
  void execute() {
    int warnings = SharedAnswer.warningsOfThread().size();
    long started = RequestClock.now();
    request.beginAt(started);
    ResultMessage message = next.execute(request);
    own = message;
    try {
      answer = SharedAnswer.of(message, warnings, started);
    } catch (RuntimeException e) {
      faults.report("sharing an answer", e);
    }
  }

  @Override
  public SharedAnswer answer() {
    return answer;
  }

  /** The message for the client whose read was executed. */
  ResultMessage own() {
    return Objects.requireNonNull(own);
  }

  /** About as long as the limit lets one read pass in the whole cluster. */
  @Override
  public long pauseNanos() {
    RequestValidationException refusal = lastRefusal;
    if (limit == null || (refusal != null && !isOverLimit(refusal))) {
      return BRIEF_NANOS;
    }
    return limit.perSecond() == 0 ? NEVER : limit.periodNanos();
  }
}
