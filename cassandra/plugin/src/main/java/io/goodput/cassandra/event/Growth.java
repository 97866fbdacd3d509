package io.goodput.cassandra.event;

import io.goodput.core.time.Episode;
import java.util.function.LongSupplier;

/** Watches a total that grows as long as something happens. For one thread. */
public final class Growth {

  /** For how many ticks rejections must have ceased before they have ended. */
  public static final int QUIET_TICKS = 10;

  private final LongSupplier total;
  private final Episode episode;
  private long last;

  /**
   * A total that does not grow yet.
   *
   * @param quietTicks after how many ticks without growth it has ended
   */
  public Growth(LongSupplier total, int quietTicks) {
    this.total = total;
    this.episode = new Episode(quietTicks);
    this.last = total.getAsLong();
  }

  /** Compares the total with that of the last tick. */
  public Episode.Change tick() {
    long now = total.getAsLong();
    boolean hasGrown = now > last;
    last = now;
    return episode.sample(hasGrown);
  }

  /** Whether it has begun and has not ended. */
  public boolean isUnderWay() {
    return episode.isUnderWay();
  }
}
