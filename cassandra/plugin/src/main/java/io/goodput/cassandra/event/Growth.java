package io.goodput.cassandra.event;

import io.goodput.core.time.Episode;
import java.util.function.LongSupplier;

/** Watches a total that grows as long as something goes on. For one thread. */
final class Growth {

  private final LongSupplier total;
  private final Episode episode;
  private long last;

  /**
   * A total that does not grow yet.
   *
   * @param quietTicks how many ticks without growth end what goes on
   */
  Growth(LongSupplier total, int quietTicks) {
    this.total = total;
    this.episode = new Episode(quietTicks);
    this.last = total.getAsLong();
  }

  Episode.Change tick() {
    long now = total.getAsLong();
    boolean hasGrown = now > last;
    last = now;
    return episode.sample(hasGrown);
  }

  boolean isUnderWay() {
    return episode.isUnderWay();
  }
}
