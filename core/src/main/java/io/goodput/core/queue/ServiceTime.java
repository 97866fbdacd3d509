package io.goodput.core.queue;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * How long requests of one kind take once they are served: a moving average and a moving mean
 * deviation, as TCP keeps them of its round trips (RFC 6298, section 2).
 *
 * <p>Thread-safe without locks. Threads that add at the same moment may lose all but one of their
 * measurements, which an average of many can bear.
 */
final class ServiceTime {

  private static final int MEAN_SHIFT = 3;
  private static final int DEVIATION_SHIFT = 2;

  /** TCP allows for four deviations, since a retransmission too early does harm. */
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

  /** One more request took this long; in nanoseconds, not negative. */
  void add(long nanos) {
    long before = (long) MEAN.getOpaque(this);
    if (before == 0) {
      MEAN.setOpaque(this, nanos);
      DEVIATION.setOpaque(this, nanos >> 1);
      return;
    }
    long error = nanos - before;
    long spread = (long) DEVIATION.getOpaque(this);
    MEAN.setOpaque(this, before + (error >> MEAN_SHIFT));
    DEVIATION.setOpaque(this, spread + ((Math.abs(error) - spread) >> DEVIATION_SHIFT));
  }

  /** What nearly all requests stay below, in nanoseconds; zero before the first. */
  long expectedNanos() {
    return (long) MEAN.getOpaque(this) + DEVIATIONS * (long) DEVIATION.getOpaque(this);
  }
}
