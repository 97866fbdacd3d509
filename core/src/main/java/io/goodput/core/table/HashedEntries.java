package io.goodput.core.table;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * Entries by hash, in a fixed number of places of 12 bytes each. The low bits of a hash name a set
 * of {@value #WAYS} places; an entry may be in any of them. Hashes are 64 well mixed bits, so two
 * entries with equal hashes are taken for the same. If clients choose what is hashed, use a {@link
 * SecretHash}: no client can fill the set of another entry on purpose then.
 *
 * <p>Thread-safe and lock-free. As long as no entry is replaced or removed, {@link #add} and {@link
 * #find} are linearizable, and no hash has two entries. Otherwise, an entry that is added while
 * another one of its set goes may be in the table twice, until one of the two is removed.
 *
 * @param <E> the type of the entries
 */
public final class HashedEntries<E extends HashedEntries.Entry> {

  /** The places that an entry may have. */
  public static final int WAYS = 8;

  private static final int WAY_BITS = 3;

  /** Spreads the low bits of a clock over the high bits. */
  private static final long GOLDEN_RATIO = 0x9E3779B97F4A7C15L;

  /** What {@link #placeOf(long)} returns for a hash without an entry. */
  public static final int NONE = -1;

  /** What is in a table. */
  public interface Entry {

    /** Its hash, which never changes. */
    long hash();
  }

  private final AtomicReferenceArray<E> entries;

  /** By place, the hash of its entry, or of one before: a set fits in a line of the cache. */
  private final AtomicLongArray hashes;

  private final int mask;

  /**
   * A table of empty places.
   *
   * @param places how many it has, a power of two, at least {@value #WAYS}
   * @throws IllegalArgumentException if their number is not such a power
   */
  public HashedEntries(int places) {
    if (Integer.bitCount(places) != 1 || places < WAYS) {
      throw new IllegalArgumentException("places must be a power of two from 8, not " + places);
    }
    this.entries = new AtomicReferenceArray<>(places);
    this.hashes = new AtomicLongArray(places);
    this.mask = places / WAYS - 1;
  }

  /** The place of the entry with a hash; {@link #NONE} if there is none. */
  public int placeOf(long hash) {
    int first = first(hash);
    for (int place = first; place < first + WAYS; place++) {
      if (hashes.getAcquire(place) == hash && isOf(hash, entries.getAcquire(place))) {
        return place;
      }
    }
    return NONE;
  }

  /**
   * One of the places that an entry may have, for a victim.
   *
   * @param now spreads the choice over the places; a clock, for example
   */
  public int placeOf(long hash, long now) {
    return first(hash) + (int) ((now * GOLDEN_RATIO) >>> (Long.SIZE - WAY_BITS));
  }

  /** The entry in a place; null if it is empty. */
  public @Nullable E at(int place) {
    return entries.getAcquire(place);
  }

  /** The entry with a hash; null if there is none. */
  public @Nullable E find(long hash) {
    int place = placeOf(hash);
    E entry = place == NONE ? null : entries.getAcquire(place);
    // Another entry may have come meanwhile.
    return isOf(hash, entry) ? entry : null;
  }

  /** Whether one of the places that the entry with a hash may have is empty. */
  public boolean hasRoom(long hash) {
    int first = first(hash);
    for (int place = first; place < first + WAYS; place++) {
      if (entries.getAcquire(place) == null) {
        return true;
      }
    }
    return false;
  }

  /**
   * The entry with the hash of this one, which is added if there is none.
   *
   * @return null if other entries have all places
   */
  public @Nullable E add(E entry) {
    long hash = entry.hash();
    int first = first(hash);
    for (int place = first; place < first + WAYS; place++) {
      E holder = entries.getAcquire(place);
      if (holder == null) {
        holder = entries.compareAndExchange(place, null, entry);
      }
      if (holder == null || holder.hash() == hash) {
        // The thread that has added it may not have come to this yet.
        hashes.setRelease(place, hash);
        return holder == null ? entry : holder;
      }
    }
    return null;
  }

  /**
   * Puts an entry into one of its places.
   *
   * @param known what the place holds, as {@link #at} has returned it
   * @return false if the place holds something else by now
   */
  public boolean replace(int place, @Nullable E known, E entry) {
    boolean isDone = entries.compareAndSet(place, known, entry);
    if (isDone) {
      hashes.setRelease(place, entry.hash());
    }
    return isDone;
  }

  /**
   * Puts an entry into the place of the one with its hash, or into an empty one, or else into that
   * of another one.
   *
   * @param now spreads the choice over the places
   */
  public void put(E entry, long now) {
    if (add(entry) != entry) {
      int known = placeOf(entry.hash());
      int place = known == NONE ? placeOf(entry.hash(), now) : known;
      entries.setRelease(place, entry);
      hashes.setRelease(place, entry.hash());
    }
  }

  /** Empties the places of the entries that meet a condition. */
  public void removeIf(Predicate<? super E> condition) {
    for (int place = 0; place < entries.length(); place++) {
      E entry = entries.getAcquire(place);
      if (entry != null && condition.test(entry)) {
        entries.compareAndSet(place, entry, null);
      }
    }
  }

  /** All entries. */
  public List<E> all() {
    return IntStream.range(0, entries.length())
        .mapToObj(entries::getAcquire)
        .filter(Objects::nonNull)
        .toList();
  }

  private static boolean isOf(long hash, @Nullable Entry entry) {
    return entry != null && entry.hash() == hash;
  }

  private int first(long hash) {
    return ((int) hash & mask) * WAYS;
  }
}
