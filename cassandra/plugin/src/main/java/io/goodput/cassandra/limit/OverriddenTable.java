package io.goodput.cassandra.limit;

import io.goodput.cassandra.request.Partition;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.cassandra.schema.TableMetadata;
import org.jspecify.annotations.Nullable;

/** A table of which some partitions have overrides. Immutable. */
final class OverriddenTable {

  private final TableMetadata metadata;
  private final Limits reads;
  private final Limits writes;

  private OverriddenTable(TableMetadata metadata, Limits reads, Limits writes) {
    this.metadata = metadata;
    this.reads = reads;
    this.writes = writes;
  }

  /**
   * A table with these overrides.
   *
   * @param before what the table had, whose limits are kept where nothing has changed
   * @param own the limits that all its partitions have; null if it has none
   */
  static OverriddenTable of(
      TableMetadata table,
      List<PartitionOverride> overrides,
      @Nullable OverriddenTable before,
      @Nullable LimitedTable own) {
    return new OverriddenTable(
        table,
        Limits.of(table, Operation.READS, overrides, before, own),
        Limits.of(table, Operation.WRITES, overrides, before, own));
  }

  TableMetadata metadata() {
    return metadata;
  }

  /** What counts for the overrides of operations on which the table has no limit. */
  Stream<TableLimit> countingOnly() {
    return Stream.of(reads, writes)
        .filter(limits -> !limits.isEmpty() && limits.base.countsOnly())
        .map(limits -> limits.base);
  }

  void setNodes(int replicas, int clusterNodes) {
    reads.setNodes(replicas, clusterNodes);
    writes.setNodes(replicas, clusterNodes);
  }

  /** The limits on an operation by partition. */
  Limits limits(Operation operation) {
    return operation == Operation.READS ? reads : writes;
  }

  /** The overridden limits on one operation. */
  static final class Limits {

    private final TableLimit base;
    private final long[] tokens;
    private final TableLimit[] limits;

    private Limits(TableLimit base, SortedMap<Long, TableLimit> byToken) {
      this.base = base;
      this.tokens = byToken.keySet().stream().mapToLong(Long::longValue).toArray();
      this.limits = byToken.values().toArray(TableLimit[]::new);
    }

    private static Limits of(
        TableMetadata table,
        Operation operation,
        List<PartitionOverride> overrides,
        @Nullable OverriddenTable before,
        @Nullable LimitedTable own) {
      Limits old = before == null ? null : before.limits(operation);
      TableLimit base = base(table, operation, old, own);
      SortedMap<Long, TableLimit> byToken = new TreeMap<>();
      for (PartitionOverride override : overrides) {
        if (override.limit(operation) != null) {
          long token = Partition.bitsOf(table.partitioner.getToken(override.key()));
          TableLimit kept = old == null ? null : old.of(token);
          byToken.put(
              token,
              kept != null && kept.isFor(override, base)
                  ? kept
                  : TableLimit.overriding(base, override));
        }
      }
      return new Limits(base, byToken);
    }

    /** The table's own limit; or, if it has none, a limit that no partition has, to count with. */
    private static TableLimit base(
        TableMetadata table,
        Operation operation,
        @Nullable Limits old,
        @Nullable LimitedTable own) {
      TableLimit ofTable = own == null ? null : own.limit(operation);
      if (ofTable != null) {
        return ofTable;
      }
      TableLimit base =
          old == null || !old.base.countsOnly()
              ? TableLimit.countingOnly(table, operation)
              : old.base;
      base.setEnforced(own == null || own.isEnforced());
      return base;
    }

    /** The limit of the partition with this token; null if it has no override. */
    @Nullable TableLimit of(long token) {
      int place = Arrays.binarySearch(tokens, token);
      return place < 0 ? null : limits[place];
    }

    boolean isEmpty() {
      return tokens.length == 0;
    }

    private void setNodes(int replicas, int clusterNodes) {
      for (TableLimit limit : limits) {
        limit.setNodes(replicas, clusterNodes);
      }
    }
  }
}
