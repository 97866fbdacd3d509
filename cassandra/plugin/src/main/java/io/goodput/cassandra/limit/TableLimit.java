package io.goodput.cassandra.limit;

import com.codahale.metrics.Counter;
import io.goodput.cassandra.request.Partition;
import io.goodput.core.limit.Limit;
import io.goodput.core.limit.PartitionKeys;
import io.goodput.core.peak.PeakRates;
import io.goodput.core.time.Nanos;
import io.goodput.core.time.TimeSource;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.cassandra.dht.Murmur3Partitioner;
import org.apache.cassandra.dht.Token;
import org.apache.cassandra.schema.TableMetadata;
import org.jspecify.annotations.Nullable;

/**
 * The limit on the reads, or on the writes, of each partition of one table, or of one partition
 * that has an override; and what the limit of the table has done. Thread-safe.
 */
public final class TableLimit {

  private final TableMetadata table;
  private final Operation operation;
  private final PartitionKeys keys;
  private final LimitCounts counts;
  private final @Nullable TableLimit base;
  private final @Nullable PartitionOverride override;
  private final boolean countsOnly;
  private volatile @Nullable RateLimitReachedException rejection;
  private volatile @Nullable RateLimitReachedException rejectionByReplicas;
  private volatile Limit limit;
  private volatile boolean enforced = true;

  TableLimit(TableMetadata table, Operation operation, long perSecond) {
    this(table, operation, perSecond, 0);
  }

  /**
   * A limit.
   *
   * @param series the number by which its partitions are told from others; 0 if they are not
   */
  TableLimit(TableMetadata table, Operation operation, long perSecond, int series) {
    this(table, operation, perSecond, series, false);
  }

  private TableLimit(
      TableMetadata table, Operation operation, long perSecond, int series, boolean countsOnly) {
    this.table = table;
    this.operation = operation;
    this.keys = new PartitionKeys(ThreadLocalRandom.current().nextLong(), series);
    this.counts = new LimitCounts(series != 0, TimeSource.system().monotonicNanos());
    this.base = null;
    this.override = null;
    this.countsOnly = countsOnly;
    this.limit = Limit.of(perSecond, 1);
  }

  private TableLimit(TableLimit base, PartitionOverride override, long perSecond) {
    this.table = base.table;
    this.operation = base.operation;
    this.keys = base.keys;
    this.counts = base.counts;
    this.base = base;
    this.override = override;
    this.countsOnly = false;
    this.limit = Limit.of(perSecond, base.limit.nodes(), base.limit.clusterNodes());
  }

  /** A limit that no partition has: it counts for the overrides of a table without a limit. */
  static TableLimit countingOnly(TableMetadata table, Operation operation) {
    return new TableLimit(table, operation, 0, 0, true);
  }

  /**
   * The limit that one partition has instead of {@code base}. It counts there, and is in force in
   * the same mode.
   */
  static TableLimit overriding(TableLimit base, PartitionOverride override) {
    Integer perSecond = override.limit(base.operation);
    return new TableLimit(base, override, Objects.requireNonNull(perSecond));
  }

  /** Whether this is no more than {@link #countingOnly}. */
  boolean countsOnly() {
    return countsOnly;
  }

  /** Whether both count for the same operation on the same table. */
  public boolean countsWith(TableLimit other) {
    return counts == other.counts;
  }

  /** Whether this is the limit of an override, with this base. */
  @SuppressWarnings("ReferenceEquality") // a table has one limit until it has none
  boolean isFor(PartitionOverride wanted, TableLimit wantedBase) {
    return wanted.equals(override) && base == wantedBase;
  }

  /** Whether an override forbids all operations, so that no replica has to be asked. */
  boolean deniesAll() {
    return override != null && limit.perSecond() == 0;
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
    return counts.accepted;
  }

  /** Operations that this node rejected as their coordinator, in the same time. */
  public Counter rejected() {
    return counts.rejected;
  }

  /** Operations that this node coordinated and that replicas rejected, in the same time. */
  public Counter rejectedByReplicas() {
    return counts.rejectedByReplicas;
  }

  /** Operations over the limit that observe mode admitted, in the same time. */
  public Counter wouldReject() {
    return counts.wouldReject;
  }

  /**
   * Requests that reached this node as a replica without a stamp: their coordinators run without
   * the plug-in, or they are read repair.
   */
  public Counter unstamped() {
    return counts.unstamped;
  }

  /** Reads that this node answered with the read of another client, in the same time. */
  public Counter coalesced() {
    return counts.coalesced;
  }

  /** Reads over the limit that this node answered with a stale answer, in the same time. */
  public Counter stale() {
    return counts.stale;
  }

  /**
   * The rates of the table's partitions, those with overrides included. Nothing is counted for a
   * limit without a series.
   */
  public PeakRates peaks() {
    return counts.peaks;
  }

  /** The number by which its partitions are told from others; 0 if they are not. */
  int series() {
    return keys.series();
  }

  /** Whether operations over the limit are rejected; observe mode only counts them. */
  public boolean isEnforced() {
    return base == null ? enforced : base.isEnforced();
  }

  /** Operations admitted per second, over the last second. */
  public double acceptedPerSecond() {
    return counts.acceptedRate.perSecond();
  }

  /** Operations rejected per second, over the last second. */
  public double rejectedPerSecond() {
    return counts.rejectedRate.perSecond();
  }

  /** The override that sets the limit; null if the table does. */
  @Nullable PartitionOverride override() {
    return override;
  }

  /**
   * The answer to an operation over the limit on a partition of which no rate is known: the same
   * object until the limit changes.
   */
  RateLimitReachedException rejection(boolean isByReplicas) {
    RateLimitReachedException made = isByReplicas ? rejectionByReplicas : rejection;
    return made == null || !made.isCurrent() ? makeRejection(isByReplicas) : made;
  }

  /** Makes the answer when it is first needed: there may be thousands of overrides. */
  private RateLimitReachedException makeRejection(boolean isByReplicas) {
    RateLimitReachedException made =
        new RateLimitReachedException(this, isByReplicas, RateLimitReachedException.UNKNOWN);
    if (isByReplicas) {
      rejectionByReplicas = made;
    } else {
      rejection = made;
    }
    return made;
  }

  /** The key under which this node counts the partition with this token. */
  long counterOf(Token token) {
    return counterOf(Partition.bitsOf(token));
  }

  /** The same for a token of which another node has sent the bits. */
  long counterOf(long tokenBits) {
    return keys.of(tokenBits);
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
    counts.sampleRates(nanos);
  }
}
