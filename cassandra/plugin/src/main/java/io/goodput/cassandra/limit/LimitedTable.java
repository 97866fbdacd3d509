package io.goodput.cassandra.limit;

import io.goodput.cassandra.option.HotReads;
import org.jspecify.annotations.Nullable;

/**
 * A table that has the option {@code per_partition_rate_limit}.
 *
 * @param reads the limit on its reads; null if it has none
 * @param writes the limit on its writes; null if it has none
 * @param hotReads how its hot reads are answered
 * @param isEnforced whether operations over a limit are rejected
 */
record LimitedTable(
    @Nullable TableLimit reads,
    @Nullable TableLimit writes,
    HotReads hotReads,
    boolean isEnforced) {

  @Nullable TableLimit limit(Operation operation) {
    return operation == Operation.READS ? reads : writes;
  }
}
