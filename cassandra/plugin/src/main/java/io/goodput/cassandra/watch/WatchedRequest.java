package io.goodput.cassandra.watch;

import io.goodput.cassandra.request.Partition;
import io.goodput.cassandra.request.Request;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.cassandra.service.ClientState;
import org.jspecify.annotations.Nullable;

/**
 * A request that was chosen.
 *
 * @param text its CQL text with its literals; null if it is not known
 * @param isBatch whether the text is that of one statement of a batch
 * @param requests how many requests it represents
 * @param partitions how many partitions each of them names
 * @param sentBytes of the values that it writes; 0 for a read
 * @param startedNanos when it left the node's queue, or arrived
 */
record WatchedRequest(
    WatchedPartition partition,
    ClientState client,
    @Nullable String text,
    boolean isBatch,
    int requests,
    int partitions,
    long sentBytes,
    long startedNanos) {

  /** How many operations it represents. */
  double weight() {
    return (double) requests * partitions;
  }

  /**
   * A request on one of its partitions, chosen at random, so that each counts as often as the
   * others; null if it names none.
   *
   * @param requests how many requests it represents
   */
  static @Nullable WatchedRequest of(Request request, int requests) {
    List<Partition> partitions = request.partitions();
    int count = partitions.size();
    if (count == 0) {
      return null;
    }
    Partition partition =
        partitions.get(count == 1 ? 0 : ThreadLocalRandom.current().nextInt(count));
    return new WatchedRequest(
        new WatchedPartition(
            partition.table(),
            request.isRead(),
            partition.token(),
            Partition.keyToKeep(partition.key())),
        request.connection(),
        request.text(),
        !request.batched().isEmpty(),
        requests,
        count,
        request.isRead() ? 0 : request.sentBytes(),
        request.startedNanos());
  }

  WatchedClient watchedClient(ShownStatements statements) {
    String statement = text == null ? null : statements.of(text);
    return WatchedClient.of(partition, client, isBatch ? "BATCH" + after(statement) : statement);
  }

  private static String after(@Nullable String statement) {
    return statement == null ? "" : ": " + statement;
  }
}
