package io.goodput.cassandra.watch;

import io.goodput.cassandra.request.Partition;
import io.goodput.cassandra.request.Request;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.cassandra.service.ClientState;
import org.apache.cassandra.utils.ByteBufferUtil;
import org.jspecify.annotations.Nullable;

/**
 * A request that was chosen.
 *
 * @param text its CQL text with its literals; null if it is not known
 * @param isBatch whether the text is that of one statement of a batch
 * @param weight how many operations it stands for
 */
record Sample(
    WatchedPartition partition,
    ClientState client,
    @Nullable String text,
    boolean isBatch,
    double weight) {

  private static final int MAX_KEY_BYTES = 1024;

  /**
   * A request on one of its partitions, chosen at random, so that each counts as often as the
   * others; null if it names none.
   *
   * @param requests how many requests it stands for
   */
  static @Nullable Sample of(Request request, int requests) {
    List<Partition> partitions = request.partitions();
    int count = partitions.size();
    if (count == 0) {
      return null;
    }
    Partition partition =
        partitions.get(count == 1 ? 0 : ThreadLocalRandom.current().nextInt(count));
    return new Sample(
        new WatchedPartition(
            partition.table(), request.isRead(), partition.token(), copyOf(partition.key())),
        request.connection(),
        request.text(),
        !request.batched().isEmpty(),
        (double) requests * count);
  }

  /** A copy, because the request may reuse its buffer; null if the key is unknown or too long. */
  private static @Nullable ByteBuffer copyOf(@Nullable ByteBuffer key) {
    return key == null || key.remaining() > MAX_KEY_BYTES ? null : ByteBufferUtil.clone(key);
  }

  WatchedClient watchedClient() {
    String statement = text == null ? null : StatementText.withoutLiterals(text);
    return WatchedClient.of(partition, client, isBatch ? "BATCH" + after(statement) : statement);
  }

  private static String after(@Nullable String statement) {
    return statement == null ? "" : ": " + statement;
  }
}
