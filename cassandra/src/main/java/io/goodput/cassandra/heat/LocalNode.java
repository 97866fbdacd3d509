package io.goodput.cassandra.heat;

import io.goodput.core.heat.ShareMeter;
import java.util.concurrent.atomic.LongAdder;
import org.apache.cassandra.locator.InetAddressAndPort;
import org.jspecify.annotations.Nullable;

/** A node of this data centre; there is one object for each, so that they compare by identity. */
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

  /** Reads that this node coordinated and the draw sent there. */
  LongAdder reads() {
    return reads;
  }

  /** What the node was last heard to say; null before that. */
  @Nullable NodeReport report() {
    return report;
  }

  void report(@Nullable NodeReport latest) {
    report = latest;
  }

  /** The shares that it was to have, and had, of the reads that this node coordinates. */
  ShareMeter meter() {
    return meter;
  }

  /** Those since the last call. Called by one thread. */
  long newReads() {
    long total = reads.sum();
    long came = total - measuredReads;
    measuredReads = total;
    return came;
  }

  /**
   * When it was first noticed that the node has started again, in this generation. Called by one
   * thread.
   */
  long startedAgain(long generation, long now) {
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
