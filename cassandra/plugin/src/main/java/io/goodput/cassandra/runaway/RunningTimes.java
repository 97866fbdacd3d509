package io.goodput.cassandra.runaway;

import io.goodput.core.time.Nanos;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * For how long reads have run on this node: the number of looks that have seen a part of each,
 * times the pause between two looks. Time in which a read waits for a thread or for other nodes
 * does not count. One thread calls this.
 */
final class RunningTimes {

  /** A read that was not seen for so long is forgotten. */
  private static final long FORGET_NANOS = 10 * Nanos.PER_SECOND;

  private final long pauseNanos;
  private final Map<Object, Seen> reads = new HashMap<>();

  private record Seen(long looks, long last) {}

  /** No read yet. */
  RunningTimes(long pauseNanos) {
    this.pauseNanos = pauseNanos;
  }

  /** The next look has seen parts of these reads. */
  void saw(Set<Object> seen, long now) {
    for (Object read : seen) {
      reads.merge(read, new Seen(1, now), (known, next) -> new Seen(known.looks + 1, now));
    }
    reads.values().removeIf(read -> now - read.last > FORGET_NANOS);
  }

  long nanos(Object read) {
    Seen seen = reads.get(read);
    return seen == null ? 0 : seen.looks * pauseNanos;
  }

  void clear() {
    reads.clear();
  }
}
