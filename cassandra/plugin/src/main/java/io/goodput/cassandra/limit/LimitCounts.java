package io.goodput.cassandra.limit;

import com.codahale.metrics.Counter;
import io.goodput.core.peak.PeakRates;
import io.goodput.core.time.EventRate;

/** What a limit has done since the node started or the limit was set. Thread-safe. */
final class LimitCounts {

  /** The rates of limits without a series: nothing is counted there. */
  private static final PeakRates NO_PEAKS = new PeakRates();

  final Counter accepted = new Counter();
  final Counter rejected = new Counter();
  final Counter rejectedByReplicas = new Counter();
  final Counter wouldReject = new Counter();
  final Counter unstamped = new Counter();
  final Counter coalesced = new Counter();
  final Counter stale = new Counter();
  final PeakRates peaks;
  final EventRate acceptedRate;
  final EventRate rejectedRate;

  /**
   * Nothing yet.
   *
   * @param hasSeries whether its partitions can be told from others, to count their rates
   * @param now monotonic nanoseconds
   */
  LimitCounts(boolean hasSeries, long now) {
    this.peaks = hasSeries ? new PeakRates() : NO_PEAKS;
    this.acceptedRate = EventRate.ofLastInterval(0, now);
    this.rejectedRate = EventRate.ofLastInterval(0, now);
  }

  /** Brings the rates up to date; called about once a second by one thread. */
  void sampleRates(long nanos) {
    acceptedRate.sample(accepted.getCount(), nanos);
    rejectedRate.sample(rejected.getCount() + rejectedByReplicas.getCount(), nanos);
  }
}
