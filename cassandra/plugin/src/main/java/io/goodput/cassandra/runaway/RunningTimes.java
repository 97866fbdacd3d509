package io.goodput.cassandra.runaway;

import io.goodput.cassandra.runaway.RunningRead.ReadId;
import io.goodput.core.time.Nanos;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * For how long reads have run on this node: each look that sees a part of a read adds the time
 * since the look before. Time in which a read waits for a thread or for other nodes does not count.
 * One thread calls this.
 */
final class RunningTimes {

  /** A read that was not seen for this long is forgotten. */
  private static final long FORGET_NANOS = 10 * Nanos.PER_SECOND;

  /** A late look counts for this many pauses at most. */
  private static final int MOST_PAUSES = 4;

  private final long pauseNanos;
  private final Map<ReadId, Seen> reads = new HashMap<>();
  private long lastLook;

  private record Seen(long nanos, long last) {}

  /**
   * No read yet.
   *
   * @param pauseNanos between two looks, if the thread gets a processor at once
   */
  RunningTimes(long pauseNanos) {
    this.pauseNanos = pauseNanos;
  }

  /** The next look has seen parts of these reads. */
  void saw(Set<ReadId> seen, long now) {
    long passed = Math.min(MOST_PAUSES * pauseNanos, Math.max(0, now - lastLook));
    lastLook = now;
    for (ReadId read : seen) {
      reads.merge(
          read, new Seen(passed, now), (known, first) -> new Seen(known.nanos + passed, now));
    }
    reads.values().removeIf(read -> now - read.last > FORGET_NANOS);
  }

  /** In nanoseconds. */
  long nanos(ReadId read) {
    Seen seen = reads.get(read);
    return seen == null ? 0 : seen.nanos;
  }

  void clear() {
    reads.clear();
  }
}
