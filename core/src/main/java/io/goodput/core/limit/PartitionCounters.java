package io.goodput.core.limit;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.atomic.LongAdder;

/**
 * Decaying operation counts of the partitions that matter, in memory that is allocated once.
 *
 * <p>Every count is halved, rounding towards zero, when a window ends; at a steady V operations per
 * window it runs from V to 2V. Halving is lazy: a count carries the number of its window, and the
 * next operation on it shifts it by the number of windows that have passed.
 *
 * <p>Layout: the table is an array of sets of {@value #WAYS} entries; a key belongs to one set and
 * may be in any entry of it. A set is {@value #WAYS} keys, then their {@value #WAYS} offered
 * counts, {@value #WAYS} rejected counts and {@value #WAYS} allowances, so that a lookup reads
 * neighboring words. A count is one word: 30 bits of window and 34 bits of count, enough for four
 * times the highest limit of 2^31-1.
 *
 * <p>A key without an entry takes an empty one, or that of the coldest key of its set, unless all
 * keys of the set have at least {@value #PROTECTED} operations: then the operation is not counted,
 * and is admitted. A flood of keys that are seen once therefore recycles the entries of such keys,
 * and never evicts a hot key. A key stays counted from one operation to the next if fewer new keys
 * arrive in between than there are entries, approximately.
 *
 * <p>Thread-safe; no operation waits for another one. Keys that find an empty entry, and keep it,
 * are counted exactly: counting them is linearizable. One thread at a time evicts in a set; an
 * operation that needs to evict there meanwhile is not counted. When an entry changes its key,
 * every operation on the old key that is in progress at that moment may be counted, and decided,
 * under the new key; nothing else is inherited.
 *
 * <p>Source of the decaying counts: ScyllaDB, "Retaining Database Goodput Under Stress with
 * Per-Partition Query Rate Limiting".
 */
public final class PartitionCounters {

  /** Entries of a table unless another size is chosen; it takes 2 MiB. */
  public static final int DEFAULT_ENTRIES = 65_536;

  /** The most entries of a table. */
  public static final int MAX_ENTRIES = 1 << 26;

  /** The memory of an entry, apart from a bit. */
  public static final int ENTRY_BYTES = 32;

  /** Entries per set; a given key may be in any of them. */
  static final int WAYS = 8;

  /**
   * The count from which an entry is never given to another key: far above the count of a key that
   * is seen rarely, and so high that no machine serves enough operations to fill a table with such
   * keys.
   */
  static final int PROTECTED = 64;

  private static final int OFFERED = WAYS;
  private static final int REJECTED = 2 * WAYS;
  private static final int ALLOWANCE = 3 * WAYS;
  private static final int SET_WORDS = 4 * WAYS;

  private static final int COUNT_BITS = 34;
  private static final long COUNT_MASK = (1L << COUNT_BITS) - 1;

  /** Far above twice any limit, and far enough below overflow for every thread to add one. */
  private static final long SATURATED = 1L << (COUNT_BITS - 1);

  private static final int WINDOW_MASK = (1 << (Long.SIZE - COUNT_BITS)) - 1;

  /** How many windows late an operation may arrive and still count in the window of its entry. */
  private static final int LATE_WINDOWS = 1024;

  /** The key of an entry that has never had one. */
  private static final long EMPTY = 0;

  /** The key of an entry that is about to get another key. */
  private static final long CHANGING = 1;

  private static final int NO_ENTRY = -1;

  private static final VarHandle WORD = MethodHandles.arrayElementVarHandle(long[].class);

  private final long[] table;
  private final int setMask;

  /** One bit per set: whether a thread evicts in it. */
  private final long[] latches;

  private final int protectedFrom;
  private final LongAdder withoutEntry = new LongAdder();

  /**
   * A table of empty entries.
   *
   * @param entries a power of two, 8 to 2^26; each takes 32 bytes and a bit
   * @throws IllegalArgumentException if the number of entries is not such a power
   */
  public PartitionCounters(int entries) {
    this(entries, PROTECTED);
  }

  PartitionCounters(int entries, int protectedFrom) {
    if (Integer.bitCount(entries) != 1 || entries < WAYS || entries > MAX_ENTRIES) {
      throw new IllegalArgumentException(
          "entries must be a power of two from "
              + WAYS
              + " to "
              + MAX_ENTRIES
              + ", not "
              + entries);
    }
    int sets = entries / WAYS;
    this.table = new long[sets * SET_WORDS];
    this.setMask = sets - 1;
    this.latches = new long[Math.max(1, sets / Long.SIZE)];
    this.protectedFrom = protectedFrom;
  }

  /**
   * Counts an operation, and decides on it by the {@link AdmissionCurve} alone. Replicas with
   * similar counts decide alike on the same random number.
   *
   * @param window number of the current window; windows may wrap around
   * @param key of the partition, see {@link PartitionKeys}
   * @param limit operations to admit per window, 0 to 2^31-1
   * @param random uniform in [0, 1), one per request
   * @return whether to admit the operation; always true if the key has no entry and the limit is
   *     not 0
   */
  public boolean admit(int window, long key, long limit, double random) {
    int entry = entryOf(window, valid(key));
    if (entry == NO_ENTRY) {
      withoutEntry.increment();
      return limit > 0;
    }
    long count = increment(entry + OFFERED, window);
    return random < AdmissionCurve.probability(count, limit);
  }

  /**
   * Counts an operation, and decides on it within the partition's {@link Allowance}: accurate from
   * the first second of a flood, and right after its end.
   *
   * @param window number of the current window; windows may wrap around
   * @param now monotonic nanoseconds
   * @param key of the partition, see {@link PartitionKeys}
   * @param pace this node's part of the limit
   * @param random uniform in [0, 1), one per request
   * @return whether to admit the operation; always true if the key has no entry
   */
  public boolean admit(int window, long now, long key, Pace pace, double random) {
    int entry = entryOf(window, valid(key));
    if (entry == NO_ENTRY) {
      withoutEntry.increment();
      return true;
    }
    long count = increment(entry + OFFERED, window);
    return Allowance.pay(table, entry + ALLOWANCE, now, pace, count, random);
  }

  /** Counts a rejection of an operation that is counted already; one that is decided on is. */
  public void countRejection(int window, long key) {
    int entry = find(setOf(valid(key)), valid(key));
    if (entry != NO_ENTRY) {
      long unused = increment(entry + REJECTED, window);
    }
  }

  /** Counts an operation on which others decide. */
  public void account(int window, long key) {
    int entry = entryOf(window, valid(key));
    if (entry == NO_ENTRY) {
      withoutEntry.increment();
    } else {
      increment(entry + OFFERED, window);
    }
  }

  /** The decaying count of a key in this window; 0 if the key has no entry. */
  public long count(int window, long key) {
    int entry = find(setOf(valid(key)), valid(key));
    return entry == NO_ENTRY ? 0 : decayed(word(entry + OFFERED), window);
  }

  /** Looks at an entry. */
  interface EntryVisitor {

    /**
     * Called for an entry that has a key.
     *
     * @param entry its number
     * @param count its decaying count: as it is now if it has been used in this window, and
     *     otherwise as it was when the window before ended
     * @param isUsed whether it has been used in this window
     */
    void visit(int entry, long key, long count, boolean isUsed);
  }

  /** How many entries the table has. */
  int entries() {
    return table.length / SET_WORDS * WAYS;
  }

  /**
   * Looks at the first entries of the table. Keys are hashes, so these are those of a random sample
   * of all partitions.
   *
   * @param window number of the current window
   * @param atMost how many entries to look at, a multiple of {@value #WAYS}
   */
  void visit(int window, int atMost, EntryVisitor visitor) {
    for (int number = 0; number < Math.min(atMost, entries()); number++) {
      int entry = number / WAYS * SET_WORDS + number % WAYS;
      long key = word(entry);
      long offered = word(entry + OFFERED);
      if (key != EMPTY && key != CHANGING && key == word(entry)) {
        boolean isUsed = (offered & COUNT_MASK) > 0 && age(offered, window) == 0;
        visitor.visit(number, key, decayed(offered, isUsed ? window : window - 1), isUsed);
      }
    }
  }

  /** Operations that were admitted without being counted, because their key had no entry. */
  public long withoutEntry() {
    return withoutEntry.sum();
  }

  /**
   * The keys with the highest counts, highest first. Reads the whole table.
   *
   * @param window number of the current window
   * @param elapsed the fraction of the window that has passed, 0 to about 1, to turn counts into
   *     rates
   * @param atMost how many keys to return
   */
  public List<PartitionRate> hottest(int window, double elapsed, int atMost) {
    PriorityQueue<PartitionRate> coldestFirst =
        new PriorityQueue<>(Comparator.comparingDouble(PartitionRate::perSecond));
    for (int set = 0; set < table.length; set += SET_WORDS) {
      for (int entry = set; entry < set + WAYS; entry++) {
        long key = word(entry);
        long offered = decayed(word(entry + OFFERED), window);
        long rejected = decayed(word(entry + REJECTED), window);
        if (offered > 0 && key != CHANGING && key == word(entry)) {
          coldestFirst.add(
              new PartitionRate(key, offered / (1 + elapsed), rejected / (1 + elapsed)));
          if (coldestFirst.size() > atMost) {
            coldestFirst.remove();
          }
        }
      }
    }
    List<PartitionRate> hottest = new ArrayList<>(coldestFirst);
    hottest.sort(Comparator.comparingDouble(PartitionRate::perSecond).reversed());
    return hottest;
  }

  /** Two of the 2^64 keys have a special meaning in the table, and share the entries of others. */
  private static long valid(long key) {
    return (key & ~1L) == 0 ? key | 2 : key;
  }

  private int setOf(long key) {
    return ((int) (key >>> 32) & setMask) * SET_WORDS;
  }

  /**
   * The entry of the key, or the first empty one. The key determines the order in which the entries
   * of a set are tried, and entries never become empty again: no key gets a second entry this way.
   */
  private int entryOf(int window, long key) {
    int set = setOf(key);
    for (int i = 0; i < WAYS; i++) {
      int entry = nth(i, set, key);
      long found = word(entry);
      if (found == EMPTY) {
        found = (long) WORD.compareAndExchange(table, entry, EMPTY, key);
      }
      if (found == key || found == EMPTY) {
        return entry;
      }
    }
    return evict(set, key, window);
  }

  private int find(int set, long key) {
    for (int i = 0; i < WAYS; i++) {
      int entry = nth(i, set, key);
      if (word(entry) == key) {
        return entry;
      }
    }
    return NO_ENTRY;
  }

  private static int nth(int i, int set, long key) {
    return set + (((int) key + i) & (WAYS - 1));
  }

  /** Gives the key the coldest entry of its set, which has no empty entry left. */
  private int evict(int set, long key, int window) {
    int latch = set / SET_WORDS / Long.SIZE;
    long bit = 1L << (set / SET_WORDS);
    if (((long) WORD.getAndBitwiseOr(latches, latch, bit) & bit) != 0) {
      return NO_ENTRY;
    }
    try {
      int entry = find(set, key);
      if (entry != NO_ENTRY) {
        return entry;
      }
      int coldest = coldest(set, key, window);
      return replace(coldest, key, window) ? coldest : NO_ENTRY;
    } finally {
      WORD.getAndBitwiseAndRelease(latches, latch, ~bit);
    }
  }

  /**
   * Changes the key of an entry, unless the entry is protected. No thread finds the entry while it
   * changes, so that a key that has become hot meanwhile is noticed, and keeps its entry.
   */
  private boolean replace(int entry, long key, int window) {
    long evicted = word(entry);
    WORD.setVolatile(table, entry, CHANGING);
    if (decayed((long) WORD.getVolatile(table, entry + OFFERED), window) >= protectedFrom) {
      WORD.setRelease(table, entry, evicted);
      return false;
    }
    WORD.setOpaque(table, entry + OFFERED, packed(window, 0));
    WORD.setOpaque(table, entry + REJECTED, packed(window, 0));
    WORD.setOpaque(table, entry + ALLOWANCE, Allowance.UNUSED);
    WORD.setRelease(table, entry, key);
    return true;
  }

  /** The first entry with the lowest count, in the key's order, so that victims vary. */
  private int coldest(int set, long key, int window) {
    int coldest = NO_ENTRY;
    long lowest = Long.MAX_VALUE;
    for (int i = 0; i < WAYS; i++) {
      int entry = nth(i, set, key);
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
      long stored = word & COUNT_MASK;
      // A count of zero does not belong to a window yet.
      if (stored > 0 && age(word, window) == 0) {
        if (stored >= SATURATED) {
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
    return (word & COUNT_MASK) >>> Math.min(age(word, window), COUNT_BITS);
  }

  /** Windows since the word was written; 0 if the caller's window is slightly older. */
  private static int age(long word, int window) {
    int written = (int) (word >>> COUNT_BITS);
    int age = (window - written) & WINDOW_MASK;
    return age > WINDOW_MASK - LATE_WINDOWS ? 0 : age;
  }
}
