package io.goodput.cassandra.limit;

import com.codahale.metrics.Counter;
import com.google.common.hash.Hashing;
import io.goodput.core.limit.EventRate;
import io.goodput.core.limit.Limit;
import io.goodput.core.limit.PartitionKeys;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.cassandra.dht.Murmur3Partitioner;
import org.apache.cassandra.dht.Token;
import org.apache.cassandra.schema.TableMetadata;

/** The limited reads, or the limited writes, of one table. Thread-safe. */
public final class Series {

  private final TableMetadata table;
  private final Kind kind;
  private final PartitionKeys keys = new PartitionKeys(ThreadLocalRandom.current().nextLong());
  private final RateLimitReachedException refusal;
  private final RateLimitReachedException refusalByReplicas;
  private final Counter accepted = new Counter();
  private final Counter rejected = new Counter();
  private final Counter rejectedByReplicas = new Counter();
  private final Counter wouldReject = new Counter();
  private final Counter unstamped = new Counter();
  private final EventRate acceptedRate = new EventRate(0, System.nanoTime());
  private final EventRate rejectedRate = new EventRate(0, System.nanoTime());
  private volatile Limit limit;
  private volatile boolean enforced = true;

  Series(TableMetadata table, Kind kind, long perSecond) {
    this.table = table;
    this.kind = kind;
    this.limit = Limit.of(perSecond, 1);
    this.refusal = new RateLimitReachedException(kind, table.keyspace, table.name, "coordinator");
    this.refusalByReplicas =
        new RateLimitReachedException(kind, table.keyspace, table.name, "replicas");
  }

  /** The table as it was when it was first limited; its key columns never change. */
  public TableMetadata table() {
    return table;
  }

  public Kind kind() {
    return kind;
  }

  /** Operations to admit per partition and second, on all nodes together. */
  public long perSecond() {
    return limit.perSecond();
  }

  public Limit limit() {
    return limit;
  }

  /** Operations that were admitted, since the node started or the limit was set. */
  public Counter accepted() {
    return accepted;
  }

  /** Operations that this node rejected as their coordinator, likewise. */
  public Counter rejected() {
    return rejected;
  }

  /** Operations that this node coordinated and replicas rejected, likewise. */
  public Counter rejectedByReplicas() {
    return rejectedByReplicas;
  }

  /** Operations over the limit that were admitted, since the limit is only observed; likewise. */
  public Counter wouldReject() {
    return wouldReject;
  }

  /**
   * Requests that this node served as a replica without a word of their coordinator's plug-in: of
   * coordinators that have none, and of read repair.
   */
  public Counter unstamped() {
    return unstamped;
  }

  /** Whether operations over the limit are rejected; if not, they are only counted. */
  public boolean isEnforced() {
    return enforced;
  }

  /** Operations admitted a second, over the last second. */
  public double acceptedPerSecond() {
    return acceptedRate.perSecond();
  }

  /** Operations rejected a second, over the last second. */
  public double rejectedPerSecond() {
    return rejectedRate.perSecond();
  }

  RateLimitReachedException refusal() {
    return refusal;
  }

  RateLimitReachedException refusalByReplicas() {
    return refusalByReplicas;
  }

  /** Under which key this node counts the partition with this token. */
  public long counterOf(Token token) {
    return counterOf(bitsOf(token));
  }

  /** Under which key this node counts the partition whose token has these bits. */
  public long counterOf(long tokenBits) {
    return keys.of(tokenBits);
  }

  /** A token in 64 bits, the same on every node: as it is, or hashed if it is longer. */
  public static long bitsOf(Token token) {
    return token instanceof Murmur3Partitioner.LongToken
        ? token.getLongValue()
        : Hashing.murmur3_128().hashUnencodedChars(token.toString()).asLong();
  }

  void enforced(boolean newEnforced) {
    enforced = newEnforced;
  }

  void limit(long perSecond, int replicas) {
    if (limit.perSecond() != perSecond || limit.nodes() != replicas) {
      limit = Limit.of(perSecond, replicas);
    }
  }

  void sampleRates(long nanos) {
    acceptedRate.sample(accepted.getCount(), nanos);
    rejectedRate.sample(rejected.getCount() + rejectedByReplicas.getCount(), nanos);
  }
}
