package io.goodput.cli.top;

import org.jspecify.annotations.Nullable;

/**
 * A row of {@code goodput.hot_partitions}.
 *
 * @param key null if the node does not know it
 * @param perSecond operations, refused ones included
 */
record HotPartition(
    Series series, String token, @Nullable String key, double perSecond, double rejectedPerSecond) {

  double acceptedPerSecond() {
    return perSecond - rejectedPerSecond;
  }
}
