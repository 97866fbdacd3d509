package io.goodput.cli.top;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import org.jspecify.annotations.Nullable;

/**
 * A row of {@code goodput.hot_partitions}, or a partition's figures merged over all nodes.
 *
 * @param partitionKey null if the node does not know it
 * @param perSecond operations per second, including rejected ones
 */
record BusyPartition(
    @JsonUnwrapped Series series,
    @Nullable String partitionKey,
    String token,
    double perSecond,
    double rejectedPerSecond) {}
