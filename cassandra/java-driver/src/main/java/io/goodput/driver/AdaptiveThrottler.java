package io.goodput.driver;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.RequestThrottlingException;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.context.DriverContext;
import com.datastax.oss.driver.api.core.servererrors.InvalidConfigurationInQueryException;
import com.datastax.oss.driver.api.core.servererrors.OverloadedException;
import com.datastax.oss.driver.api.core.servererrors.QueryConsistencyException;
import com.datastax.oss.driver.api.core.servererrors.ReadTimeoutException;
import com.datastax.oss.driver.api.core.servererrors.WriteTimeoutException;
import com.datastax.oss.driver.api.core.session.throttling.RequestThrottler;
import com.datastax.oss.driver.api.core.session.throttling.Throttled;
import io.goodput.core.retry.AdaptiveWindow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Slows a session down while nodes refuse its requests because they are overloaded: the session has
 * no more requests in flight than the nodes serve, and the others wait for their turn. Once they
 * wait for an eighth of the request timeout, new requests are not sent, and fail with a {@link
 * RequestThrottlingException}. Before the first refusal, no request waits.
 *
 * <p>In the configuration of the driver:
 *
 * <pre>datastax-java-driver.advanced.throttler.class = io.goodput.driver.AdaptiveThrottler</pre>
 *
 * <p>Thread-safe.
 */
public final class AdaptiveThrottler implements RequestThrottler {

  /** The part of the request timeout for which requests may wait. */
  private static final int WAIT_DIVISOR = 8;

  /** The part of the request timeout within which a node refuses late requests. */
  private static final int EARLY_DIVISOR = 2;

  /** Cassandra's own timeouts are longer. */
  private static final Duration MOST_EARLY = Duration.ofSeconds(1);

  /** Part of the errors of fair shares, but not of those of limits. */
  private static final String OVERLOADED = "is overloaded";

  private final LongSupplier clock;
  private final long mostWaitNanos;
  private final long earlyNanos;

  /** Never held while a request is called. */
  private final ReentrantLock lock = new ReentrantLock();

  private final AdaptiveWindow window;

  /** Since when, in monotonic nanoseconds; the first one waits longest. */
  private final Map<Throttled, Long> waiting = new LinkedHashMap<>();

  private final Map<Throttled, Long> inFlight = new HashMap<>();
  private long refused;
  private long notSent;
  private boolean isClosed;

  /**
   * For the requests of a session. The driver calls this.
   *
   * @param context of the session
   */
  public AdaptiveThrottler(DriverContext context) {
    this(context, System::nanoTime);
  }

  /**
   * For tests.
   *
   * @param clock monotonic nanoseconds
   */
  AdaptiveThrottler(DriverContext context, LongSupplier clock) {
    this.clock = clock;
    this.window = new AdaptiveWindow(clock.getAsLong());
    long timeout =
        context
            .getConfig()
            .getDefaultProfile()
            .getDuration(DefaultDriverOption.REQUEST_TIMEOUT)
            .toNanos();
    // Zero waits for as long as it takes.
    long nanos = timeout <= 0 ? Long.MAX_VALUE : timeout;
    this.mostWaitNanos = nanos / WAIT_DIVISOR;
    this.earlyNanos = Math.min(nanos / EARLY_DIVISOR, MOST_EARLY.toNanos());
  }

  @Override
  public void register(Throttled request) {
    String problem;
    lock.lock();
    try {
      long now = clock.getAsLong();
      problem = problem(now);
      if (problem == null && (!waiting.isEmpty() || !window.hasRoomNextTo(inFlight.size()))) {
        waiting.put(request, now);
        return;
      }
      if (problem == null) {
        inFlight.put(request, now);
      } else {
        notSent++;
      }
    } finally {
      lock.unlock();
    }
    if (problem == null) {
      request.onThrottleReady(false);
    } else {
      request.onThrottleFailure(new RequestThrottlingException(problem));
    }
  }

  private @Nullable String problem(long now) {
    if (isClosed) {
      return "The session is closed";
    }
    Iterator<Long> since = waiting.values().iterator();
    return since.hasNext() && now - since.next() > mostWaitNanos
        ? "Not sent: nodes are overloaded, and requests of this session have waited for %d ms"
            .formatted(TimeUnit.NANOSECONDS.toMillis(mostWaitNanos))
        : null;
  }

  @Override
  public void signalSuccess(Throttled request) {
    end(request, null);
  }

  @Override
  public void signalError(Throttled request, Throwable error) {
    end(request, error);
  }

  @Override
  public void signalTimeout(Throttled request) {
    end(request, null);
  }

  @Override
  public void signalCancel(Throttled request) {
    end(request, null);
  }

  private void end(Throttled request, @Nullable Throwable error) {
    List<Throttled> ready;
    lock.lock();
    try {
      Long begun = inFlight.get(request);
      if (begun == null) {
        waiting.remove(request);
        return;
      }
      long now = clock.getAsLong();
      boolean wasRefused = error != null && isRefusal(error, now - begun);
      refused += wasRefused ? 1 : 0;
      window.ended(begun, wasRefused, inFlight.size(), now);
      inFlight.remove(request);
      ready = begin(now);
    } finally {
      lock.unlock();
    }
    ready.forEach(next -> next.onThrottleReady(true));
  }

  /** Moves the requests from those that wait to those in flight for which there is room. */
  private List<Throttled> begin(long now) {
    if (waiting.isEmpty()) {
      return List.of();
    }
    List<Throttled> ready = new ArrayList<>();
    Iterator<Throttled> next = waiting.keySet().iterator();
    while (next.hasNext() && window.hasRoomNextTo(inFlight.size())) {
      Throttled request = next.next();
      next.remove();
      inFlight.put(request, now);
      ready.add(request);
    }
    return ready;
  }

  /**
   * Whether a node has refused a request because of an overload. A request that was too late gets a
   * timeout without the text of the node, but long before Cassandra's own timeouts.
   */
  private boolean isRefusal(Throwable error, long nanos) {
    if (error instanceof AllNodesFailedException all) {
      return all.getAllErrors().values().stream()
          .flatMap(List::stream)
          .anyMatch(one -> isRefusal(one, nanos));
    }
    if (error instanceof InvalidConfigurationInQueryException) {
      return String.valueOf(error.getMessage()).contains(OVERLOADED);
    }
    if (error instanceof ReadTimeoutException || error instanceof WriteTimeoutException) {
      return ((QueryConsistencyException) error).getReceived() == 0 && nanos < earlyNanos;
    }
    return error instanceof OverloadedException;
  }

  /** Requests that may be in flight; infinite before the first refusal. */
  double window() {
    return locked(window::size);
  }

  /** Requests in flight. */
  double inFlight() {
    return locked(inFlight::size);
  }

  /** Requests that wait for their turn. */
  double waiting() {
    return locked(waiting::size);
  }

  /** Requests so far that nodes have refused because of an overload. */
  double refused() {
    return locked(() -> refused);
  }

  /** Requests so far that were not sent. */
  double notSent() {
    return locked(() -> notSent);
  }

  private double locked(DoubleSupplier figure) {
    lock.lock();
    try {
      return figure.getAsDouble();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() {
    List<Throttled> unsent;
    lock.lock();
    try {
      isClosed = true;
      unsent = List.copyOf(waiting.keySet());
      waiting.clear();
    } finally {
      lock.unlock();
    }
    unsent.forEach(
        request ->
            request.onThrottleFailure(new RequestThrottlingException("The session is closed")));
  }
}
