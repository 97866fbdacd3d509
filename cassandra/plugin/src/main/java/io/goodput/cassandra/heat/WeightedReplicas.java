package io.goodput.cassandra.heat;

import io.goodput.core.heat.CurrentShares;
import io.goodput.core.heat.ReadShares;
import io.goodput.core.heat.ReplicaHeats;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;

/** The shares of a set of replicas, and the reads drawn by them. Thread-safe. */
final class WeightedReplicas {

  private final ReplicaSet replicas;
  private final int self;
  private final CurrentShares<LocalNode> shares;
  private final LongAdder reads = new LongAdder();
  private long measuredReads;

  WeightedReplicas(ReplicaSet replicas, LocalNode self, ReplicaHeats<LocalNode> heats, long now) {
    this.replicas = replicas;
    this.self = replicas.indexOf(self.address());
    this.shares = new CurrentShares<>(heats, replicas.toList(), replicas.contacted(), now);
  }

  /**
   * Draws the replicas of one read.
   *
   * @param random uniform in [0, 1)
   * @return the replicas as bits, by their index; 0 if there are no shares yet
   */
  int draw(long now, double random) {
    Optional<ReadShares> current = shares.at(now);
    if (current.isEmpty()) {
      return 0;
    }
    ReadShares known = current.get();
    int drawn = self >= 0 ? known.draw(self, random) : known.drawElsewhere(random);
    reads.increment();
    for (int left = drawn; left != 0; left &= left - 1) {
      replicas.node(Integer.numberOfTrailingZeros(left)).reads().increment();
    }
    return drawn;
  }

  /** Nanoseconds since the last read, at least, to within 0.1 s. */
  long idleNanos(long now) {
    return now - shares.workedOutNanos();
  }

  ReplicaSet replicas() {
    return replicas;
  }

  /** The reads since the last call. Called by one thread. */
  long newReads() {
    long total = reads.sum();
    long came = total - measuredReads;
    measuredReads = total;
    return came;
  }

  /** The part of these reads that the replica should serve. */
  double target(int replica, long now) {
    return shares.at(now).map(known -> known.target(replica)).orElse(0.0);
  }
}
