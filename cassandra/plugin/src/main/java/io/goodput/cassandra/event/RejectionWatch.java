package io.goodput.cassandra.event;

import static io.goodput.cassandra.event.EventKind.REJECTIONS_BEGAN;
import static io.goodput.cassandra.event.EventKind.REJECTIONS_ENDED;

import java.util.function.LongSupplier;

/** Tells when rejections begin and cease. For one thread. */
public final class RejectionWatch implements Runnable {

  private final Events events;
  private final Growth growth;
  private final String began;
  private final String ended;

  /**
   * Rejections that have not begun yet.
   *
   * @param rejected how many there were
   * @param began the sentence that tells that they have begun
   * @param ended the sentence that tells that there were none for 10 s
   */
  public RejectionWatch(Events events, LongSupplier rejected, String began, String ended) {
    this.events = events;
    this.growth = new Growth(rejected, Growth.QUIET_TICKS);
    this.began = began;
    this.ended = ended;
  }

  @Override
  public void run() {
    switch (growth.tick()) {
      case BEGAN -> events.add(REJECTIONS_BEGAN, began);
      case ENDED -> events.add(REJECTIONS_ENDED, ended);
      case NONE -> {}
    }
  }
}
