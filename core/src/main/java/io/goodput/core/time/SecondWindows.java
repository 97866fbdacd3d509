package io.goodput.core.time;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Numbers consecutive windows of one second whose borders fall on the seconds of the wall clock.
 *
 * <p>Nodes with synchronized clocks therefore change windows together; decaying counters need
 * nothing else from the wall clock. The monotonic clock drives the number itself: it grows by one
 * per second even if the wall clock steps. After a step of the wall clock, the borders drift back
 * to its seconds by at most {@link #MAX_SLEW_NANOS} per window, so that no window differs from a
 * second by more than that.
 *
 * <p>Thread-safe and lock-free. {@link #current()} reads the monotonic clock; once per second, one
 * caller reads the wall clock as well.
 */
public final class SecondWindows {

  /** Length of a window, in nanoseconds, before any correction. */
  private static final long WINDOW_NANOS = Nanos.PER_SECOND;

  /** Upper bound for the correction of one window's border, in nanoseconds. */
  static final long MAX_SLEW_NANOS = WINDOW_NANOS / 16;

  private static final VarHandle WINDOW;

  static {
    try {
      WINDOW = MethodHandles.lookup().findVarHandle(SecondWindows.class, "window", Window.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final TimeSource time;
  private volatile Window window;

  /** Starts the windows now, aligned to the wall clock of {@code time}. */
  public SecondWindows(TimeSource time) {
    this.time = time;
    long wall = time.wallNanos();
    long intoSecond = Math.floorMod(wall, WINDOW_NANOS);
    long start = time.monotonicNanos() - intoSecond;
    this.window = new Window((int) Math.floorDiv(wall, WINDOW_NANOS), start, start + WINDOW_NANOS);
  }

  /** The number of the current window. It wraps around after 2^32 seconds. */
  public int current() {
    return at(time.monotonicNanos());
  }

  /**
   * The number of the window that contains a moment, for callers that have already read the clock.
   *
   * @param now monotonic nanoseconds of this clock, at most one window old
   */
  public int at(long now) {
    return windowAt(now).number;
  }

  /** Seconds since the current window began. */
  public double elapsedSeconds() {
    long now = time.monotonicNanos();
    long elapsed = now - windowAt(now).start;
    return Math.max(0, elapsed) / (double) WINDOW_NANOS;
  }

  /** Nanoseconds until the current window ends. */
  public long nanosToEnd() {
    long now = time.monotonicNanos();
    return windowAt(now).end - now;
  }

  private Window windowAt(long now) {
    Window seen = window;
    while (now - seen.end >= 0) {
      WINDOW.compareAndSet(this, seen, successor(seen, now));
      seen = window;
    }
    return seen;
  }

  private Window successor(Window last, long now) {
    long skipped = (now - last.end) / WINDOW_NANOS;
    long start = last.end + skipped * WINDOW_NANOS;
    long end = start + WINDOW_NANOS;
    long wallAtEnd = time.wallNanos() + (end - now);
    long correction = -Math.floorMod(wallAtEnd, WINDOW_NANOS);
    if (correction < -WINDOW_NANOS / 2) {
      correction += WINDOW_NANOS;
    }
    long slew = Math.max(-MAX_SLEW_NANOS, Math.min(MAX_SLEW_NANOS, correction));
    return new Window((int) (last.number + 1 + skipped), start, end + slew);
  }

  /** One window: [start, end) on the monotonic clock, in nanoseconds. */
  private record Window(int number, long start, long end) {}
}
