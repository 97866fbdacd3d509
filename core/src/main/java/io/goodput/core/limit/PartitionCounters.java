package io.goodput.core.limit;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.atomic.LongAdder;

/**
 * Decaying operation counts of the partitions that matter, in memory allocated once.
 *
 * <p>Every count is halved, rounding towards zero, when a window ends; at a steady V operations per
 * window it runs from V to 2V. Halving is lazy: a count carries the number of the window that it
 * belongs to, and whoever touches it next shifts it by the windows that have passed.
 *
 * <p>Layout: the table is an array of sets of {@value #WAYS} entries; a key belongs to one set and
 * may stand anywhere in it. A set is {@value #WAYS} keys, then their {@value #WAYS} offered counts,
 * then their {@value #WAYS} refused counts, so that a look-up reads one cache line of keys. A count
 * is one word: 30 bits of window, 34 bits of count, enough for twice the highest limit of 2^31-1.
 *
 * <p>A key without an entry takes an empty one, or that of the coldest key of its set, unless all
 * of them have at least {@value #PROTECTED} operations: then the operation is not counted, and
 * admitted. A flood of keys seen once thus recycles the entries of its own kind, and never evicts a
 * hot one.
 *
 * <p>Thread-safe and lock-free. Counts of a key that keeps its entry are exact. When threads race
 * to give an entry to a new key, each of them may miss one operation, or inherit one of the evicted
 * key's.
 *
 * <p>Source of the decaying counts: ScyllaDB, "Retaining Database Goodput Under Stress with
 * Per-Partition Query Rate Limiting".
 */
public final class PartitionCounters {

  /** Entries of a table whose size nobody has chosen: 1.5 MiB. */
  public static final int DEFAULT_ENTRIES = 65_536;

  /** Entries per set, all of which may hold a given key. */
  static final int WAYS = 8;

  /** Operations from which on an entry is never given to another key. */
  static final int PROTECTED = 8;

  private static final int OFFERED = WAYS;
  private static final int REFUSED = 2 * WAYS;
  private static final int SET_WORDS = 3 * WAYS;

  private static final int COUNT_BITS = 34;
  private static final long COUNT_MASK = (1L << COUNT_BITS) - 1;

  /** Far above twice any limit, far enough below overflow for every thread to add one more. */
  private static final long SATURATED = 1L << (COUNT_BITS - 1);

  private static final int NO_ENTRY = -1;

  private static final VarHandle WORD = MethodHandles.arrayElementVarHandle(long[].class);

  private final long[] table;
  private final int setMask;
  private final LongAdder withoutEntry = new LongAdder();

  /**
   * A table of empty entries.
   *
   * @param entries a power of two, 8 to 2^26; each takes 24 bytes
   * @throws IllegalArgumentException if it is not
   */
  public PartitionCounters(int entries) {
    if (Integer.bitCount(entries) != 1 || entries < WAYS || entries > 1 << 26) {
      throw new IllegalArgumentException(
          "entries must be a power of two from " + WAYS + " to " + (1 << 26) + ", not " + entries);
    }
    int sets = entries / WAYS;
    this.table = new long[sets * SET_WORDS];
    this.setMask = sets - 1;
  }

  /**
   * Counts an operation and decides on it.
   *
   * @param window number of the current window; windows may wrap around
   * @param key of the partition, see {@link PartitionKeys}
   * @param limit operations to admit per window, 0 to 2^31-1
   * @param random uniform in [0, 1), one per request
   * @return whether to admit the operation; always true if there is no entry for the key and the
   *     limit is not 0
   */
  public boolean admit(int window, long key, long limit, double random) {
    int entry = entryOf(window, key);
    if (entry == NO_ENTRY) {
      withoutEntry.increment();
      return limit > 0;
    }
    long count = increment(entry + OFFERED, window);
    if (random < AdmissionCurve.probability(count, limit)) {
      return true;
    }
    increment(entry + REFUSED, window);
    return false;
  }

  /** Counts an operation that somebody else has decided to admit. */
  public void account(int window, long key) {
    int entry = entryOf(window, key);
    if (entry == NO_ENTRY) {
      withoutEntry.increment();
    } else {
      increment(entry + OFFERED, window);
    }
  }

  /** The decaying count of a key in this window; 0 if it has no entry. */
  public long count(int window, long key) {
    long nonZeroKey = nonZero(key);
    int entry = find(setOf(nonZeroKey), nonZeroKey);
    return entry == NO_ENTRY ? 0 : decayed(word(entry + OFFERED), window);
  }

  /** Operations that were admitted uncounted because no entry could be had for their key. */
  public long withoutEntry() {
    return withoutEntry.sum();
  }

  /**
   * The keys with the highest counts, highest first.
   *
   * @param window number of the current window
   * @param elapsed how much of the window has passed, 0 to about 1; turns counts into rates
   * @param atMost how many to return
   */
  public List<HotPartition> hottest(int window, double elapsed, int atMost) {
    PriorityQueue<HotPartition> coldestFirst =
        new PriorityQueue<>(Comparator.comparingDouble(HotPartition::rate));
    for (int set = 0; set < table.length; set += SET_WORDS) {
      for (int entry = set; entry < set + WAYS; entry++) {
        long count = decayed(word(entry + OFFERED), window);
        if (word(entry) != 0 && count > 0) {
          long refused = decayed(word(entry + REFUSED), window);
          coldestFirst.add(
              new HotPartition(word(entry), count / (1 + elapsed), refused / (1 + elapsed)));
          if (coldestFirst.size() > atMost) {
            coldestFirst.remove();
          }
        }
      }
    }
    List<HotPartition> hottest = new ArrayList<>(coldestFirst);
    hottest.sort(Comparator.comparingDouble(HotPartition::rate).reversed());
    return hottest;
  }

  private int entryOf(int window, long key) {
    long nonZeroKey = nonZero(key);
    int set = setOf(nonZeroKey);
    int entry = find(set, nonZeroKey);
    return entry == NO_ENTRY ? claim(set, nonZeroKey, window) : entry;
  }

  /** Zero marks an empty entry. */
  private static long nonZero(long key) {
    return key == 0 ? 1 : key;
  }

  private int setOf(long key) {
    return ((int) (key >>> 32) & setMask) * SET_WORDS;
  }

  private int find(int set, long key) {
    for (int entry = set; entry < set + WAYS; entry++) {
      if (word(entry) == key) {
        return entry;
      }
    }
    return NO_ENTRY;
  }

  /**
   * Gives an entry of the set to the key. Its counts are reset before the key is visible, so that
   * nothing counted under the new key is lost; if the entry was touched since it was chosen, the
   * choice is made anew.
   */
  private int claim(int set, long key, int window) {
    long zero = packed(window, 0);
    for (int attempt = 0; attempt < WAYS; attempt++) {
      int victim = coldest(set, key, window);
      long evicted = word(victim);
      long offered = word(victim + OFFERED);
      if (evicted != 0 && decayed(offered, window) >= PROTECTED) {
        return NO_ENTRY;
      }
      if (WORD.compareAndSet(table, victim + OFFERED, offered, zero)) {
        WORD.setOpaque(table, victim + REFUSED, zero);
        if (WORD.compareAndSet(table, victim, evicted, key)) {
          return victim;
        }
      }
      int entry = find(set, key);
      if (entry != NO_ENTRY) {
        return entry;
      }
    }
    return NO_ENTRY;
  }

  /**
   * An empty entry, or one with the lowest count. The search starts at an entry that the key
   * decides, so that among equals none lives longer than the others.
   */
  private int coldest(int set, long key, int window) {
    int coldest = set;
    long lowest = Long.MAX_VALUE;
    for (int i = 0; i < WAYS; i++) {
      int entry = set + (((int) key + i) & (WAYS - 1));
      if (word(entry) == 0) {
        return entry;
      }
      long count = decayed(word(entry + OFFERED), window);
      if (count < lowest) {
        lowest = count;
        coldest = entry;
      }
    }
    return coldest;
  }

  private long increment(int index, int window) {
    while (true) {
      long word = word(index);
      if (age(word, window) <= 0) {
        if ((word & COUNT_MASK) >= SATURATED) {
          return SATURATED;
        }
        return ((long) WORD.getAndAdd(table, index, 1L) + 1) & COUNT_MASK;
      }
      long count = decayed(word, window) + 1;
      if (WORD.compareAndSet(table, index, word, packed(window, count))) {
        return count;
      }
    }
  }

  private long word(int index) {
    return (long) WORD.getOpaque(table, index);
  }

  private static long packed(int window, long count) {
    return ((long) window << COUNT_BITS) | count;
  }

  private static long decayed(long word, int window) {
    int age = age(word, window);
    long count = word & COUNT_MASK;
    return age <= 0 ? count : count >>> Math.min(age, COUNT_BITS);
  }

  /** Windows since the word was written; negative if the caller's window is the older one. */
  private static int age(long word, int window) {
    int written = (int) (word >>> COUNT_BITS);
    int windowBits = Long.SIZE - COUNT_BITS;
    return ((window - written) << (Integer.SIZE - windowBits)) >> (Integer.SIZE - windowBits);
  }
}
