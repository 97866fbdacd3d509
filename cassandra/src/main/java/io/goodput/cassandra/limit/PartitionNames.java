package io.goodput.cassandra.limit;

import io.goodput.core.limit.PartitionLimits;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.apache.cassandra.dht.Token;
import org.apache.cassandra.utils.ByteBufferUtil;
import org.jspecify.annotations.Nullable;

/**
 * The names of busy partitions: counters know hashes only, and operators and other nodes need to
 * know which partition is meant.
 *
 * <p>The table has a fixed size. If two partitions share a place, the busier one keeps it.
 * Thread-safe and lock-free.
 */
public final class PartitionNames {

  /**
   * A partition.
   *
   * @param counter the key under which it is counted
   * @param key its partition key; null if it is longer than {@value #MAX_KEY_BYTES} bytes, or if
   *     this node knows the partition only by its token
   */
  public record Name(long counter, TableLimit limit, Token token, @Nullable ByteBuffer key) {}

  private static final int PLACES = 4096;
  private static final int MAX_KEY_BYTES = 1024;

  private final AtomicReferenceArray<@Nullable Name> places = new AtomicReferenceArray<>(PLACES);
  private final PartitionLimits limits;

  /** No names yet. */
  public PartitionNames(PartitionLimits limits) {
    this.limits = limits;
  }

  /** The partition that is counted under this key; null if its name is not known. */
  public @Nullable Name of(long counter) {
    Name name = places.getOpaque(placeOf(counter));
    return name != null && name.counter == counter ? name : null;
  }

  /**
   * Records the name of a partition, unless a busier one has its place.
   *
   * @param key null if only the token is known
   */
  void observe(long now, long counter, TableLimit limit, Token token, @Nullable ByteBuffer key) {
    Name holder = places.getOpaque(placeOf(counter));
    boolean lacksKey =
        holder != null
            && holder.counter == counter
            && holder.key == null
            && key != null
            && key.remaining() <= MAX_KEY_BYTES;
    if (lacksKey || isFree(holder, now, counter)) {
      places.setOpaque(placeOf(counter), new Name(counter, limit, token, copyOf(key)));
    }
  }

  private boolean isFree(@Nullable Name holder, long now, long counter) {
    return holder == null
        || (holder.counter != counter
            && limits.count(now, holder.counter) <= limits.count(now, counter));
  }

  /** A copy, because the request may reuse its buffer; null if the key is unknown or too long. */
  private static @Nullable ByteBuffer copyOf(@Nullable ByteBuffer key) {
    return key == null || key.remaining() > MAX_KEY_BYTES ? null : ByteBufferUtil.clone(key);
  }

  private static int placeOf(long counter) {
    return (int) counter & (PLACES - 1);
  }
}
