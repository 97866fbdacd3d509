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
  private final Counter accepted = new Counter();
  private final Counter rejected = new Counter();
  private final EventRate acceptedRate = new EventRate(0, System.nanoTime());
  private final EventRate rejectedRate = new EventRate(0, System.nanoTime());
  private volatile Limit limit;

  Series(TableMetadata table, Kind kind, long perSecond) {
    this.table = table;
    this.kind = kind;
    this.limit = Limit.of(perSecond, 1);
    this.refusal = new RateLimitReachedException(kind, table.keyspace, table.name);
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

  Limit limit() {
    return limit;
  }

  /** Operations that were admitted, since the node started or the limit was set. */
  public Counter accepted() {
    return accepted;
  }

  /** Operations that were rejected, likewise. */
  public Counter rejected() {
    return rejected;
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

  /** Under which key the partition with this token is counted. */
  long counterOf(Token token) {
    // Murmur3 tokens, the default, are 64 bits; those of other partitioners are hashed to 64.
    return keys.of(
        token instanceof Murmur3Partitioner.LongToken
            ? token.getLongValue()
            : Hashing.murmur3_128().hashUnencodedChars(token.toString()).asLong());
  }

  void limit(long perSecond, int replicas) {
    if (limit.perSecond() != perSecond || limit.nodes() != replicas) {
      limit = Limit.of(perSecond, replicas);
    }
  }

  void sampleRates(long nanos) {
    acceptedRate.sample(accepted.getCount(), nanos);
    rejectedRate.sample(rejected.getCount(), nanos);
  }
}
