package io.goodput.cassandra.settings;

import io.goodput.core.limit.PartitionCounters;

/**
 * What an operator can choose. {@code goodput.sample.yaml} explains each.
 *
 * @param enforceLimits whether requests over their limit are refused; if not, none is counted
 * @param partitionCounters entries of the table of counters, a power of two
 * @param hotPartitions rows of the virtual table {@code hot_partitions}
 * @param queryHandler class of the query handler to wrap; empty for Cassandra's own
 */
public record Settings(
    boolean enforceLimits, int partitionCounters, int hotPartitions, String queryHandler) {

  /** Those of a node without a settings file. */
  public static final Settings DEFAULT =
      new Settings(true, PartitionCounters.DEFAULT_ENTRIES, 100, "");
}
