package io.goodput.cassandra.limit;

import com.codahale.metrics.Counter;
import io.goodput.core.peak.PeakRates;
import io.goodput.core.time.EventRate;

/** What a limit has done since the node started or the limit was set. Thread-safe. */
final class LimitCounts {

  final Counter accepted = new Counter();
  final Counter rejected = new Counter();
  final Counter rejectedByReplicas = new Counter();
  final Counter wouldReject = new Counter();
  final Counter unstamped = new Counter();
  final Counter coalesced = new Counter();
  final Counter stale = new Counter();
  final PeakRates peaks = new PeakRates();
  final EventRate acceptedRate;
  final EventRate rejectedRate;

  /** Nothing until this moment, in monotonic nanoseconds. */
  LimitCounts(long now) {
    this.acceptedRate = EventRate.ofLastInterval(0, now);
    this.rejectedRate = EventRate.ofLastInterval(0, now);
  }

  /** Brings the rates up to date; called about once a second by one thread. */
  void sampleRates(long nanos) {
    acceptedRate.sample(accepted.getCount(), nanos);
    rejectedRate.sample(rejected.getCount() + rejectedByReplicas.getCount(), nanos);
  }
}
