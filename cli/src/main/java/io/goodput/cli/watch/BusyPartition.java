package io.goodput.cli.watch;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import org.jspecify.annotations.Nullable;

/**
 * A row of {@code goodput.hot_partitions}, or a partition's figures merged over all nodes.
 *
 * @param partitionKey null if the node does not know it
 * @param perSecond operations per second, including rejected ones
 * @param coalesced reads that got the answer of another client's read, since the partition is hot;
 *     null in a count of what clients ask coordinators for, limit or not
 * @param answeredStale reads over the limit that got an old answer, since the partition is hot;
 *     null likewise
 * @param bytesPerSecond bytes of the values that clients read or write; null in a count of what
 *     replicas do, and if no node tells it
 * @param inFlight requests of clients in flight, on average over the last seconds; null likewise
 */
public record BusyPartition(
    @JsonUnwrapped Series series,
    @Nullable String partitionKey,
    String token,
    double perSecond,
    double rejectedPerSecond,
    @Nullable Long coalesced,
    @Nullable Long answeredStale,
    @Nullable Double bytesPerSecond,
    @Nullable Double inFlight) {}
