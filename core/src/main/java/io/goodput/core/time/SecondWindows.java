package io.goodput.core.time;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Numbers consecutive windows of one second whose borders fall on the seconds of the wall clock.
 *
 * <p>Nodes with synchronised clocks therefore change windows together, which is all that decaying
 * counters need of the wall clock. The number itself is driven by the monotonic clock: it grows by
 * one per second whatever happens to the wall clock. After a step of the wall clock the borders
 * drift back to its seconds by at most {@link #MAX_SLEW_NANOS} per window, so that no window is
 * ever shorter or longer than a second by more than that.
 *
 * <p>Thread-safe and lock-free. {@link #current()} reads one clock; once a second one caller reads
 * a second one.
 */
public final class SecondWindows {

  /** Length of a window, in nanoseconds, before any correction. */
  public static final long WINDOW_NANOS = 1_000_000_000L;

  /** The most that one window's border is moved towards the wall clock's second. */
  public static final long MAX_SLEW_NANOS = WINDOW_NANOS / 16;

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

  /** Windows that start now, aligned to the wall clock of {@code time}. */
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
   * The number of the window that this moment belongs to, for a caller that has read the clock.
   *
   * @param now monotonic nanoseconds of this clock, not older than a window
   */
  public int at(long now) {
    return windowAt(now).number;
  }

  /** How far the current window has run, in seconds. */
  public double elapsedSeconds() {
    long now = time.monotonicNanos();
    long elapsed = now - windowAt(now).start;
    return Math.max(0, elapsed) / (double) WINDOW_NANOS;
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
