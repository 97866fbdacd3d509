package io.goodput.core.queue;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The service time of requests of one kind: a moving average and a moving mean deviation.
 *
 * <p>Thread-safe and lock-free. If threads add at the same moment, all but one of their
 * measurements may be lost; an average of many tolerates that.
 *
 * <p>Source: TCP's estimate of the round-trip time, RFC 6298, section 2.
 */
final class ServiceTime {

  private static final int MEAN_SHIFT = 3;
  private static final int DEVIATION_SHIFT = 2;

  /** TCP adds four deviations, because a retransmission that is too early does harm. */
  private static final int DEVIATIONS = 2;

  private static final VarHandle MEAN;
  private static final VarHandle DEVIATION;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      MEAN = lookup.findVarHandle(ServiceTime.class, "mean", long.class);
      DEVIATION = lookup.findVarHandle(ServiceTime.class, "deviation", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  @SuppressWarnings("unused") // through MEAN
  private long mean;

  @SuppressWarnings("unused") // through DEVIATION
  private long deviation;

  /** Adds the service time of a request, in nanoseconds, not negative. */
  void add(long nanos) {
    long before = (long) MEAN.getOpaque(this);
    if (before == 0) {
      MEAN.setOpaque(this, nanos);
      DEVIATION.setOpaque(this, nanos >> 1);
      return;
    }
    long error = nanos - before;
    long spread = (long) DEVIATION.getOpaque(this);
    long change = error >> MEAN_SHIFT;
    long changeOfSpread = (Math.abs(error) - spread) >> DEVIATION_SHIFT;
    // A write that changes nothing would take the cache line from other threads.
    if (change != 0) {
      MEAN.setOpaque(this, before + change);
    }
    if (changeOfSpread != 0) {
      DEVIATION.setOpaque(this, spread + changeOfSpread);
    }
  }

  /** The time that nearly all requests stay below, in nanoseconds; zero before the first. */
  long expectedNanos() {
    return (long) MEAN.getOpaque(this) + DEVIATIONS * (long) DEVIATION.getOpaque(this);
  }
}
