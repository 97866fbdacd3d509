package io.goodput.driver;

import com.datastax.oss.driver.api.core.DefaultProtocolVersion;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverExecutionProfile;
import com.datastax.oss.driver.api.core.context.DriverContext;
import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.api.core.session.Request;
import com.datastax.oss.driver.api.core.tracker.RequestIdGenerator;
import io.goodput.core.retry.RepeatBudgets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/**
 * Tells nodes for how long the client still waits for each statement: the request timeout of the
 * driver, less what has passed since the application has sent it. That travels in the custom
 * payload {@code goodput.timeout_ms}; that of a retry has {@code goodput.attempt}, too. Nodes
 * without Goodput ignore both. What the application has put there itself stays.
 *
 * <p>In the configuration of the driver:
 *
 * <pre>datastax-java-driver.advanced.request-id.generator.class =
 *     io.goodput.driver.ClientDeadlines</pre>
 *
 * <p>This is the only interface that the driver calls for each attempt. The identifiers, which
 * appear in its log, say when a request began. Thread-safe.
 */
public final class ClientDeadlines implements RequestIdGenerator {

  private static final int HEX = 16;
  private static final char SEPARATOR = '-';

  /** The most that a node takes. */
  private static final long MOST_MILLIS = 9_999_999;

  private final DriverContext context;
  private final LongSupplier clock;
  private final AtomicLong requests = new AtomicLong();
  private final RepeatBudgets budget = new RepeatBudgets();
  private final LongAdder withheld = new LongAdder();

  /**
   * For the requests of a session. The driver calls this.
   *
   * @param context of the session
   */
  public ClientDeadlines(DriverContext context) {
    this(context, System::nanoTime);
  }

  /**
   * For tests.
   *
   * @param clock monotonic nanoseconds
   */
  ClientDeadlines(DriverContext context, LongSupplier clock) {
    this.context = context;
    this.clock = clock;
  }

  /** A unique identifier of a request, which begins now. */
  @Override
  public String getSessionRequestId() {
    budget.succeeded(0);
    return Long.toHexString(clock.getAsLong())
        + SEPARATOR
        + Long.toHexString(requests.incrementAndGet());
  }

  /** The identifier of its request, for each attempt. */
  @Override
  public String getNodeRequestId(Request statement, String parentId) {
    return parentId;
  }

  /** The statement with its attempt and the time for which the client still waits. */
  @Override
  public Statement<?> getDecoratedStatement(Statement<?> statement, String requestId) {
    return context.getProtocolVersion().getCode() < DefaultProtocolVersion.V4.getCode()
        ? statement
        : statement.setCustomPayload(
            StatedPayload.of(
                requestId, statement.getCustomPayload(), leftMillis(statement, requestId)));
  }

  private long leftMillis(Request request, String requestId) {
    long timeout = timeout(request).toMillis();
    long passed = TimeUnit.NANOSECONDS.toMillis(clock.getAsLong() - begin(requestId));
    return timeout <= 0 ? 0 : Math.min(MOST_MILLIS, Math.max(1, timeout - passed));
  }

  private static long begin(String requestId) {
    return Long.parseUnsignedLong(requestId, 0, requestId.indexOf(SEPARATOR), HEX);
  }

  private Duration timeout(Request request) {
    Duration own = request.getTimeout();
    return own == null ? profile(request).getDuration(DefaultDriverOption.REQUEST_TIMEOUT) : own;
  }

  private DriverExecutionProfile profile(Request request) {
    DriverExecutionProfile own = request.getExecutionProfile();
    if (own != null) {
      return own;
    }
    String name = request.getExecutionProfileName();
    return name == null || name.isEmpty()
        ? context.getConfig().getDefaultProfile()
        : context.getConfig().getProfile(name);
  }

  /** Whether the session may retry a request now, which uses up a part of its budget. */
  boolean spendRetry() {
    boolean isWithin = budget.spend(0);
    if (!isWithin) {
      withheld.increment();
    }
    return isWithin;
  }

  /** Retries so far that were beyond the budget. */
  double withheld() {
    return withheld.sum();
  }
}
