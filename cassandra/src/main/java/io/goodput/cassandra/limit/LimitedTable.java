package io.goodput.cassandra.limit;

import org.jspecify.annotations.Nullable;

/**
 * A table that has limits.
 *
 * @param reads its limited reads; null if they are not limited
 * @param writes its limited writes; null if they are not limited
 */
record LimitedTable(@Nullable Series reads, @Nullable Series writes) {

  @Nullable Series series(Kind kind) {
    return kind == Kind.READS ? reads : writes;
  }
}
