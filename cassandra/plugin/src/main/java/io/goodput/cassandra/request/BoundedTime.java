package io.goodput.cassandra.request;

import org.apache.cassandra.transport.Dispatcher;

/**
 * The times of a request whose client gives up before Cassandra would. Cassandra computes from them
 * when the messages to replicas expire, for how long a replica reads, for how long the coordinator
 * waits, and whether it sends a hedged read. Immutable.
 */
final class BoundedTime extends Dispatcher.RequestTime {

  private final Dispatcher.RequestTime begun;
  private final long endNanos;

  /**
   * Times of a request.
   *
   * @param begun when it entered the queue, and when it left
   * @param endNanos when its client gives up, on the {@link RequestClock}
   */
  BoundedTime(Dispatcher.RequestTime begun, long endNanos) {
    super(begun.enqueuedAtNanos(), begun.startedAtNanos());
    this.begun = begun;
    this.endNanos = endNanos;
  }

  /** The same times without the bound, if they have one. */
  static Dispatcher.RequestTime unbounded(Dispatcher.RequestTime time) {
    return time instanceof BoundedTime bounded ? bounded.begun : time;
  }

  @Override
  public long clientDeadline() {
    long usual = super.clientDeadline();
    return usual - endNanos < 0 ? usual : endNanos;
  }
}
