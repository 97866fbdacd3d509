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

  private final PartitionLimits limits;

  /** By the number of the series. */
  private final @Nullable PeakRates[] rates = new PeakRates[PartitionKeys.MOST_SERIES + 1];

  private boolean isAny;

  PartitionSeconds(PartitionLimits limits) {
    this.limits = limits;
  }

  /** Counts for these limits, and no others, from now on. */
  void follow(List<TableLimit> counted) {
    Arrays.fill(rates, null);
    for (TableLimit limit : counted) {
      rates[limit.series()] = limit.peaks();
    }
    rates[0] = null;
    isAny = !counted.isEmpty();
  }

  /** Counts the second that has ended, if one has; called at each tick. */
  void tick() {
    if (isAny && limits.endSecond(this::count)) {
      for (PeakRates ofSeries : rates) {
        if (ofSeries != null) {
          ofSeries.endSecond();
        }
      }
    }
  }

  private void count(long key, long operations) {
    PeakRates ofSeries = rates[PartitionKeys.seriesOf(key)];
    if (ofSeries != null) {
      ofSeries.count(key, operations);
    }
  }
}
