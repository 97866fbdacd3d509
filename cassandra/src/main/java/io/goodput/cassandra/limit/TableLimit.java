package io.goodput.cassandra.limit;

import com.codahale.metrics.Counter;
import com.google.common.hash.Hashing;
import io.goodput.cassandra.platform.Platform;
import io.goodput.core.limit.Limit;
import io.goodput.core.limit.PartitionKeys;
import io.goodput.core.time.EventRate;
import io.goodput.core.time.Nanos;
import io.goodput.core.time.TimeSource;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.cassandra.dht.Murmur3Partitioner;
import org.apache.cassandra.dht.Token;
import org.apache.cassandra.schema.TableMetadata;
import org.jspecify.annotations.Nullable;

/** The limit on the reads, or on the writes, of one table, and what it has done. Thread-safe. */
public final class TableLimit {

  private final TableMetadata table;
  private final Operation operation;
  private final PartitionKeys keys = new PartitionKeys(ThreadLocalRandom.current().nextLong());
  private final RateLimitReachedException rejection;
  private final RateLimitReachedException rejectionByReplicas;
  private final Counter accepted = new Counter();
  private final Counter rejected = new Counter();
  private final Counter rejectedByReplicas = new Counter();
  private final Counter wouldReject = new Counter();
  private final Counter unstamped = new Counter();
  private final Counter coalesced = new Counter();
  private final Counter stale = new Counter();
  private final EventRate acceptedRate;
  private final EventRate rejectedRate;
  private volatile Limit limit;
  private volatile boolean enforced = true;

  TableLimit(TableMetadata table, Operation operation, long perSecond) {
    this.table = table;
    this.operation = operation;
    this.limit = Limit.of(perSecond, 1);
    this.rejection = new RateLimitReachedException(operation, table, "coordinator");
    this.rejectionByReplicas = new RateLimitReachedException(operation, table, "replicas");
    explain(perSecond);
    long now = TimeSource.system().monotonicNanos();
    this.acceptedRate = EventRate.ofLastInterval(0, now);
    this.rejectedRate = EventRate.ofLastInterval(0, now);
  }

  /** The table as it was when it was first limited; its key columns never change. */
  public TableMetadata table() {
    return table;
  }

  /** The operation that is limited. */
  public Operation operation() {
    return operation;
  }

  /** Operations to admit per partition and second, on all nodes together. */
  public long perSecond() {
    return limit.perSecond();
  }

  Limit limit() {
    return limit;
  }

  /**
   * About the time in which a limit above 0 admits one operation, in nanoseconds, at least 1 ms.
   */
  public long periodNanos() {
    return Math.max(Nanos.PER_MILLI, Nanos.PER_SECOND / Math.max(1, limit.perSecond()));
  }

  /** Operations admitted since the node started or the limit was set. */
  public Counter accepted() {
    return accepted;
  }

  /** Operations that this node rejected as their coordinator, in the same time. */
  public Counter rejected() {
    return rejected;
  }

  /** Operations that this node coordinated and that replicas rejected, in the same time. */
  public Counter rejectedByReplicas() {
    return rejectedByReplicas;
  }

  /** Operations over the limit that observe mode admitted, in the same time. */
  public Counter wouldReject() {
    return wouldReject;
  }

  /**
   * Requests that reached this node as a replica without a stamp: their coordinators run without
   * the plug-in, or they are read repair.
   */
  public Counter unstamped() {
    return unstamped;
  }

  /** Reads that this node answered with the read of another client, in the same time. */
  public Counter coalesced() {
    return coalesced;
  }

  /** Reads over the limit that this node answered with an old answer, in the same time. */
  public Counter stale() {
    return stale;
  }

  /** Whether a rejection is one of this limit. */
  public boolean rejectsWith(RateLimitReachedException answer) {
    return answer == rejection || answer == rejectionByReplicas;
  }

  /** Counts a rejection that answers a client. */
  public void answeredWith(RateLimitReachedException answer) {
    (answer == rejectionByReplicas ? rejectedByReplicas : rejected).inc();
  }

  /** Whether operations over the limit are rejected; observe mode only counts them. */
  public boolean isEnforced() {
    return enforced;
  }

  /** Operations admitted per second, over the last second. */
  public double acceptedPerSecond() {
    return acceptedRate.perSecond();
  }

  /** Operations rejected per second, over the last second. */
  public double rejectedPerSecond() {
    return rejectedRate.perSecond();
  }

  /** The answer of this node to an operation over the limit. */
  public RateLimitReachedException rejection() {
    return rejection;
  }

  RateLimitReachedException rejectionByReplicas() {
    return rejectionByReplicas;
  }

  /** The key under which this node counts the partition with this token. */
  long counterOf(Token token) {
    return counterOf(bitsOf(token));
  }

  /** The same for a token of which another node has sent the bits. */
  long counterOf(long tokenBits) {
    return keys.of(tokenBits);
  }

  /** A token in 64 bits, the same on every node: the token itself, or the hash of a longer one. */
  static long bitsOf(Token token) {
    return token instanceof Murmur3Partitioner.LongToken ofMurmur3
        ? Platform.ofThisNode().valueOf(ofMurmur3)
        : Hashing.murmur3_128().hashUnencodedChars(token.toString()).asLong();
  }

  /** The token of which another node has sent the bits; null if the bits are only its hash. */
  @Nullable Token tokenOf(long bits) {
    return table.partitioner instanceof Murmur3Partitioner
        ? new Murmur3Partitioner.LongToken(bits)
        : null;
  }

  void setEnforced(boolean newEnforced) {
    enforced = newEnforced;
  }

  /** Changes the limit itself, on the schema's thread. */
  synchronized void setPerSecond(long perSecond) {
    replace(Limit.of(perSecond, limit.nodes(), limit.clusterNodes()));
    explain(perSecond);
  }

  private void explain(long perSecond) {
    rejection.setLimit(perSecond);
    rejectionByReplicas.setLimit(perSecond);
  }

  /** Follows the number of replicas and of nodes, on the thread that refreshes limits. */
  synchronized void setNodes(int replicas, int clusterNodes) {
    replace(Limit.of(limit.perSecond(), replicas, clusterNodes));
  }

  /** Keeps the object while its numbers stay the same: partitions compare it by identity. */
  private void replace(Limit next) {
    if (limit.perSecond() != next.perSecond()
        || limit.nodes() != next.nodes()
        || limit.clusterNodes() != next.clusterNodes()) {
      limit = next;
    }
  }

  /** Brings the rates up to date; called about once a second by one thread. */
  void sampleRates(long nanos) {
    acceptedRate.sample(accepted.getCount(), nanos);
    rejectedRate.sample(rejected.getCount() + rejectedByReplicas.getCount(), nanos);
  }
}
