package io.goodput.cassandra.limit;

import io.goodput.cassandra.request.Partition;
import io.goodput.core.limit.PartitionLimits;
import io.goodput.core.table.HashedEntries;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicLongArray;
import org.apache.cassandra.dht.Token;
import org.jspecify.annotations.Nullable;

/**
 * The names of busy partitions: counters know hashes only, and operators and other nodes need to
 * know which partition is meant.
 *
 * <p>The table has a fixed size. A name may take any of eight places, and busier partitions take
 * the places of others. Thread-safe and lock-free.
 */
public final class PartitionNames {

  /**
   * A partition.
   *
   * @param counter the key under which it is counted
   * @param key its partition key; null if it is longer than {@value Partition#MOST_KEY_BYTES}
   *     bytes, or if this node knows the partition only by its token
   */
  public record Name(long counter, TableLimit limit, Token token, @Nullable ByteBuffer key)
      implements HashedEntries.Entry {

    @Override
    public long hash() {
      return counter;
    }
  }

  private static final int PLACES = 1 << 12;

  private final PartitionLimits limits;
  private final HashedEntries<Name> names = new HashedEntries<>(PLACES);

  /** By place, reads that were answered without being executed. */
  private final AtomicLongArray coalesced = new AtomicLongArray(PLACES);

  private final AtomicLongArray answeredStale = new AtomicLongArray(PLACES);

  /** No names yet. */
  public PartitionNames(PartitionLimits limits) {
    this.limits = limits;
  }

  /** The partition that is counted under this key; null if its name is not known. */
  public @Nullable Name of(long counter) {
    return names.find(counter);
  }

  /** The partition with the highest count of those with known names; null if no name is known. */
  public @Nullable Name busiest() {
    long now = limits.now();
    Name busiest = null;
    long most = 0;
    for (Name name : names.all()) {
      long count = limits.count(now, name.counter);
      if (count > most) {
        busiest = name;
        most = count;
      }
    }
    return busiest;
  }

  /**
   * Records the name of a partition, unless a busier one has the place that is tried: another place
   * at each call.
   *
   * @param key null if only the token is known
   */
  void observe(long now, long counter, TableLimit limit, Token token, @Nullable ByteBuffer key) {
    int known = names.placeOf(counter);
    int place = known < 0 ? names.placeOf(counter, now) : known;
    Name holder = names.at(place);
    boolean lacksKey =
        holder != null
            && holder.counter == counter
            && holder.key == null
            && key != null
            && key.remaining() <= Partition.MOST_KEY_BYTES;
    if ((lacksKey || isFree(holder, now, counter))
        && names.replace(place, holder, new Name(counter, limit, token, Partition.keyToKeep(key)))
        && !lacksKey) {
      coalesced.set(place, 0);
      answeredStale.set(place, 0);
    }
  }

  /** Counts a read that got the answer of another client's read. */
  public void countCoalesced(TableLimit limit, Token token) {
    limit.coalesced().inc();
    int place = names.placeOf(limit.counterOf(token));
    if (place >= 0) {
      coalesced.getAndIncrement(place);
    }
  }

  /** Such reads of a partition since it got its name. */
  public long coalesced(long counter) {
    int place = names.placeOf(counter);
    return place < 0 ? 0 : coalesced.get(place);
  }

  /** Counts a read over its limit that got a stale answer. */
  public void countAnsweredStale(TableLimit limit, Token token) {
    limit.stale().inc();
    int place = names.placeOf(limit.counterOf(token));
    if (place >= 0) {
      answeredStale.getAndIncrement(place);
    }
  }

  /** Such reads of a partition since it got its name. */
  public long answeredStale(long counter) {
    int place = names.placeOf(counter);
    return place < 0 ? 0 : answeredStale.get(place);
  }

  private boolean isFree(@Nullable Name holder, long now, long counter) {
    return holder == null
        || (holder.counter != counter
            && limits.count(now, holder.counter) <= limits.count(now, counter));
  }
}
