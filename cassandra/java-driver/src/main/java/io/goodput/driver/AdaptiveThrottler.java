package io.goodput.driver;

import com.datastax.oss.driver.api.core.RequestThrottlingException;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverExecutionProfile;
import com.datastax.oss.driver.api.core.context.DriverContext;
import com.datastax.oss.driver.api.core.session.throttling.RequestThrottler;
import com.datastax.oss.driver.api.core.session.throttling.Throttled;
import com.datastax.oss.driver.internal.core.adminrequest.ThrottledAdminRequestHandler;
import io.goodput.core.retry.AdaptiveWindow;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
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
 * about as many requests in flight as the nodes serve, and the others wait for their turn. Once
 * they wait for an eighth of the request timeout of the default profile, new requests are not sent,
 * and fail with a {@link RequestThrottlingException}. Until nodes refuse requests, none waits.
 *
 * <p>In the configuration of the driver:
 *
 * <pre>datastax-java-driver.advanced.throttler.class = io.goodput.driver.AdaptiveThrottler</pre>
 *
 * <p>Thread-safe.
 */
public final class AdaptiveThrottler implements RequestThrottler {

  private static final System.Logger LOG = System.getLogger(AdaptiveThrottler.class.getName());

  private static final String CLOSED = "The session is closed";

  /** The part of the request timeout for which requests may wait. */
  private static final int WAIT_DIVISOR = 8;

  /**
   * Requests that are in flight for this many request timeouts, the longest of all profiles, are
   * forgotten: the driver does not report those whose futures the application completes.
   */
  private static final int FORGET_FACTOR = 2;

  /** The same for sessions without a request timeout. */
  private static final Duration FORGET_AFTER = Duration.ofMinutes(1);

  /** What a thread starts next, while it starts a request of any session. */
  private static final ThreadLocal<@Nullable Deque<Runnable>> STARTING = new ThreadLocal<>();

  private final LongSupplier clock;
  private final long mostWaitNanos;
  private final long forgetNanos;

  /** Never held while a request is called. */
  private final ReentrantLock lock = new ReentrantLock();

  private final AdaptiveWindow window;

  /** Requests that wait, and since when in monotonic nanoseconds; the first one waits longest. */
  private final Map<Throttled, Long> waiting = new LinkedHashMap<>();

  /** Requests in flight, and since when; the first one is the oldest. */
  private final Map<Throttled, Long> inFlight = new LinkedHashMap<>();

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
    long timeout = timeoutNanos(context.getConfig().getDefaultProfile());
    // Zero waits for as long as it takes.
    this.mostWaitNanos = timeout <= 0 ? Long.MAX_VALUE : timeout / WAIT_DIVISOR;
    long longest =
        context.getConfig().getProfiles().values().stream()
            .mapToLong(AdaptiveThrottler::timeoutNanos)
            .max()
            .orElse(0);
    this.forgetNanos = longest <= 0 ? FORGET_AFTER.toNanos() : FORGET_FACTOR * longest;
  }

  private static long timeoutNanos(DriverExecutionProfile profile) {
    return profile.getDuration(DefaultDriverOption.REQUEST_TIMEOUT).toNanos();
  }

  @Override
  public void register(Throttled request) {
    if (request instanceof ThrottledAdminRequestHandler) {
      // It prepares a statement for a request that is in flight and waits for it.
      request.onThrottleReady(false);
      return;
    }
    List<Throttled> ready;
    String problem;
    boolean isReady = false;
    lock.lock();
    try {
      long now = clock.getAsLong();
      ready = begin(now);
      problem = problem(now);
      if (problem != null) {
        notSent++;
      } else if (waiting.isEmpty() && hasRoom(now)) {
        inFlight.put(request, now);
        isReady = true;
      } else {
        waiting.put(request, now);
      }
    } finally {
      lock.unlock();
    }
    start(ready);
    if (problem != null) {
      request.onThrottleFailure(new RequestThrottlingException(problem));
    } else if (isReady) {
      startAtOnce(request);
    }
  }

  /** What is wrong with a request that the application has just made is its own problem. */
  private void startAtOnce(Throttled request) {
    boolean isStarted = false;
    try {
      request.onThrottleReady(false);
      isStarted = true;
    } finally {
      if (!isStarted) {
        start(removed(request));
      }
    }
  }

  private boolean hasRoom(long now) {
    return window.hasRoomNextTo(inFlight.size(), now);
  }

  private void forget(long now) {
    Iterator<Long> since = inFlight.values().iterator();
    while (since.hasNext() && now - since.next() > forgetNanos) {
      since.remove();
    }
  }

  private @Nullable String problem(long now) {
    if (isClosed) {
      return CLOSED;
    }
    Iterator<Long> since = waiting.values().iterator();
    return since.hasNext() && now - since.next() > mostWaitNanos
        ? "Not sent: nodes refuse requests because of an overload, and others of this session have"
            + " waited for %d ms".formatted(TimeUnit.NANOSECONDS.toMillis(mostWaitNanos))
        : null;
  }

  @Override
  public void signalSuccess(Throttled request) {
    end(request, true, null);
  }

  @Override
  public void signalError(Throttled request, Throwable error) {
    end(request, false, error);
  }

  @Override
  public void signalTimeout(Throttled request) {
    end(request, false, null);
  }

  @Override
  public void signalCancel(Throttled request) {
    end(request, false, null);
  }

  private void end(Throttled request, boolean hasSucceeded, @Nullable Throwable error) {
    List<Throttled> ready;
    lock.lock();
    try {
      long now = clock.getAsLong();
      Long begun = inFlight.get(request);
      if (begun == null) {
        waiting.remove(request);
      } else {
        boolean wasRefused = error != null && OverloadErrors.isRefusal(error);
        if (hasSucceeded || wasRefused) {
          window.ended(begun, wasRefused, inFlight.size(), now);
        }
        refused += wasRefused ? 1 : 0;
        inFlight.remove(request);
      }
      ready = begin(now);
    } finally {
      lock.unlock();
    }
    start(ready);
  }

  /** Moves the requests from those that wait to those in flight for which there is room. */
  private List<Throttled> begin(long now) {
    forget(now);
    if (waiting.isEmpty()) {
      return List.of();
    }
    List<Throttled> ready = new ArrayList<>();
    Iterator<Throttled> next = waiting.keySet().iterator();
    while (next.hasNext() && hasRoom(now)) {
      Throttled request = next.next();
      next.remove();
      inFlight.put(request, now);
      ready.add(request);
    }
    return ready;
  }

  /** A request that cannot be sent makes room for the next ones. */
  private List<Throttled> removed(Throttled request) {
    lock.lock();
    try {
      inFlight.remove(request);
      return begin(clock.getAsLong());
    } finally {
      lock.unlock();
    }
  }

  /**
   * Starts requests that have waited. One that ends at once, as without a connection, lets others
   * start, which must not grow the stack.
   */
  private void start(List<Throttled> ready) {
    if (ready.isEmpty()) {
      return;
    }
    Deque<Runnable> outer = STARTING.get();
    Deque<Runnable> all = outer == null ? new ArrayDeque<>() : outer;
    ready.forEach(request -> all.add(() -> start(request)));
    if (outer != null) {
      return;
    }
    STARTING.set(all);
    try {
      for (Runnable next = all.poll(); next != null; next = all.poll()) {
        next.run();
      }
    } finally {
      STARTING.remove();
    }
  }

  /** Whatever goes wrong with one request must not keep the others from starting. */
  private void start(Throttled request) {
    try {
      request.onThrottleReady(true);
    } catch (RuntimeException | LinkageError | StackOverflowError e) {
      start(removed(request));
      RequestThrottlingException failure =
          new RequestThrottlingException("The request cannot be sent: " + e.getMessage());
      failure.addSuppressed(e);
      fail(request, failure);
    }
  }

  /** A request tracker of the application may throw. */
  private static void fail(Throttled request, RequestThrottlingException failure) {
    try {
      request.onThrottleFailure(failure);
    } catch (RuntimeException e) {
      LOG.log(System.Logger.Level.WARNING, "A request tracker failed", e);
    }
  }

  /** Requests that may be in flight; infinite without a bound. */
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
    unsent.forEach(request -> fail(request, new RequestThrottlingException(CLOSED)));
  }
}
