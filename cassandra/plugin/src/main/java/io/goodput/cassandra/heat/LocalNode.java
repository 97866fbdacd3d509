package io.goodput.cassandra.heat;

import io.goodput.core.heat.ShareMeter;
import java.util.concurrent.atomic.LongAdder;
import org.apache.cassandra.locator.InetAddressAndPort;
import org.jspecify.annotations.Nullable;

/** A node of this data center. Each has one object, so that they compare by identity. */
final class LocalNode {

  private final InetAddressAndPort address;
  private final LongAdder reads = new LongAdder();
  private final ShareMeter meter = new ShareMeter();
  private volatile @Nullable NodeReport report;
  private long measuredReads;
  private long newGeneration;
  private long newSinceNanos;

  LocalNode(InetAddressAndPort address) {
    this.address = address;
  }

  InetAddressAndPort address() {
    return address;
  }

  /** Reads that this node coordinated and drew that node for. */
  LongAdder reads() {
    return reads;
  }

  /** The node's latest report; null if there is none. */
  @Nullable NodeReport report() {
    return report;
  }

  void report(@Nullable NodeReport latest) {
    report = latest;
  }

  /** The share of this node's reads that the node should get, and the share that it gets. */
  ShareMeter meter() {
    return meter;
  }

  /** The reads since the last call. Called by one thread. */
  long newReads() {
    long total = reads.sum();
    long came = total - measuredReads;
    measuredReads = total;
    return came;
  }

  /**
   * When this node first noticed that the other one has restarted in this generation. Called by one
   * thread.
   */
  long restartedSince(long generation, long now) {
    if (generation != newGeneration) {
      newGeneration = generation;
      newSinceNanos = now;
    }
    return newSinceNanos;
  }

  @Override
  public String toString() {
    return address.toString();
  }
}
