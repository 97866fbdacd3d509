package io.goodput.cassandra.limit;

import org.jspecify.annotations.Nullable;

/**
 * A table that has limits.
 *
 * @param reads the limit on its reads; null if it has none
 * @param writes the limit on its writes; null if it has none
 */
record LimitedTable(@Nullable TableLimit reads, @Nullable TableLimit writes) {

  @Nullable TableLimit limit(Operation operation) {
    return operation == Operation.READS ? reads : writes;
  }
}
