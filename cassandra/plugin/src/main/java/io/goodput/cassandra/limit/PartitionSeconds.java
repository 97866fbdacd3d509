package io.goodput.cassandra.limit;

import io.goodput.core.limit.PartitionKeys;
import io.goodput.core.limit.PartitionLimits;
import io.goodput.core.peak.PeakRates;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Tells the rates of each limit what each second has brought to its partitions, outside the path of
 * requests. For one thread.
 */
final class PartitionSeconds {

  private final LimitedTables tables;
  private final PartitionLimits limits;

  /** By the number of the series. */
  private final @Nullable PeakRates[] rates = new PeakRates[PartitionKeys.MOST_SERIES + 1];

  PartitionSeconds(LimitedTables tables, PartitionLimits limits) {
    this.tables = tables;
    this.limits = limits;
  }

  /** Counts the second that has ended, if one has. */
  void tick() {
    List<TableLimit> counted = limits.hasSecondEnded() ? tables.limits() : List.of();
    if (counted.isEmpty()) {
      // Without a limit, the counters need no scan, and it needs no memory.
      return;
    }
    Arrays.fill(rates, null);
    counted.forEach(limit -> rates[limit.series()] = limit.peaks());
    rates[0] = null;
    if (limits.endSecond(this::count)) {
      counted.forEach(limit -> limit.peaks().endSecond());
    }
  }

  private void count(long key, long operations) {
    PeakRates ofSeries = rates[PartitionKeys.seriesOf(key)];
    if (ofSeries != null) {
      ofSeries.count(key, operations);
    }
  }
}
