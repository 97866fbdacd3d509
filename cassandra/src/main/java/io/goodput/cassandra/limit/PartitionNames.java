package io.goodput.cassandra.limit;

import io.goodput.core.limit.PartitionLimits;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.apache.cassandra.dht.Token;
import org.apache.cassandra.utils.ByteBufferUtil;
import org.jspecify.annotations.Nullable;

/**
 * Remembers which partition is behind the counters of busy keys, so that an operator can be told.
 *
 * <p>A table of fixed size: of the partitions that share a place the busiest keeps it. Thread-safe.
 */
public final class PartitionNames {

  /**
   * A partition.
   *
   * @param counter the key under which it is counted
   * @param key its partition key; null if it is longer than {@value #MAX_KEY_BYTES} bytes
   */
  public record Name(long counter, Series series, Token token, @Nullable ByteBuffer key) {}

  private static final int PLACES = 4096;
  private static final int MAX_KEY_BYTES = 1024;

  private final AtomicReferenceArray<@Nullable Name> places = new AtomicReferenceArray<>(PLACES);
  private final PartitionLimits limits;

  public PartitionNames(PartitionLimits limits) {
    this.limits = limits;
  }

  /** The partition counted under this key, if it is known. */
  public @Nullable Name of(long counter) {
    Name name = places.getOpaque(placeOf(counter));
    return name != null && name.counter == counter ? name : null;
  }

  /** Remembers the partition, unless a busier one has its place. */
  public void observe(long now, long counter, Series series, Token token, ByteBuffer key) {
    int place = placeOf(counter);
    Name holder = places.getOpaque(place);
    if (holder == null
        || (holder.counter != counter
            && limits.count(now, holder.counter) <= limits.count(now, counter))) {
      places.setOpaque(place, new Name(counter, series, token, copyOf(key)));
    }
  }

  /** A copy: the bytes belong to the request. */
  private static @Nullable ByteBuffer copyOf(ByteBuffer key) {
    return key.remaining() > MAX_KEY_BYTES ? null : ByteBufferUtil.clone(key);
  }

  private static int placeOf(long counter) {
    return (int) counter & (PLACES - 1);
  }
}
