package io.goodput.core.watch;

import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The keys that have most of a stream's weight, in memory for a fixed number of keys.
 *
 * <p>The weight of a key since it entered is counted exactly. When the table is full, the lighter
 * half of it is dropped, and {@link #missed} rises to the weight of the heaviest key that was
 * dropped: a key that enters later may have had as much before. Each rise takes as much from half
 * of the table, so missed ≤ 2 · total / capacity, and each key with more weight than that is in the
 * table. Weights may fade, all by the same factor, which changes none of this.
 *
 * <p>Source: Misra and Gries, "Finding Repeated Elements", 1982, in the form of Anderson and
 * others, "A High-Performance Algorithm for Identifying Frequent Items in Data Streams", 2017. Not
 * thread-safe.
 *
 * @param <K> the type of the keys
 */
public final class HeavyHitters<K> {

  /** A lighter key is forgotten when weights fade. */
  static final double NEGLIGIBLE = 1e-3;

  /**
   * The weight of a key.
   *
   * @param key as it was first added
   * @param weight what was counted: the true weight is not less
   * @param missed what may be missing: the true weight is at most this much more
   */
  public record Hitter<K>(K key, double weight, double missed) {}

  private static final class Entry {
    private double weight;
    private double missed;

    Entry(double missed) {
      this.missed = missed;
    }

    double most() {
      return weight + missed;
    }
  }

  private final int capacity;
  private final Map<K, Entry> entries = new HashMap<>();
  private double total;
  private double missed;

  /**
   * A table without keys.
   *
   * @param capacity how many keys it holds at most, 2 or more
   */
  public HeavyHitters(int capacity) {
    if (capacity < 2) {
      throw new IllegalArgumentException("capacity must be 2 or more, not " + capacity);
    }
    this.capacity = capacity;
  }

  /**
   * Adds weight to a key.
   *
   * @param weight more than 0
   */
  public void add(K key, double weight) {
    total += weight;
    Entry entry = entries.get(key);
    if (entry == null) {
      if (entries.size() == capacity) {
        dropLighterHalf();
      }
      entry = new Entry(missed);
      entries.put(key, entry);
    }
    entry.weight += weight;
  }

  private void dropLighterHalf() {
    double[] sorted = entries.values().stream().mapToDouble(Entry::most).toArray();
    Arrays.sort(sorted);
    missed = sorted[(sorted.length - 1) / 2];
    entries.values().removeIf(entry -> entry.most() <= missed);
  }

  /**
   * Has all weights fade.
   *
   * @param kept the factor to multiply them with, 0 to 1
   */
  public void fade(double kept) {
    total *= kept;
    missed *= kept;
    entries
        .values()
        .removeIf(
            entry -> {
              entry.weight *= kept;
              entry.missed *= kept;
              return entry.weight < NEGLIGIBLE;
            });
  }

  /** The weight of all keys, those that are not in the table included. */
  double total() {
    return total;
  }

  /** The most weight that a key can have that is not in the table, but for faded ones. */
  double missed() {
    return missed;
  }

  /** What was counted of a key; 0 if it is not in the table. */
  double weight(K key) {
    Entry entry = entries.get(key);
    return entry == null ? 0 : entry.weight;
  }

  /** The heaviest keys, heaviest first. */
  public List<Hitter<K>> heaviest(int atMost) {
    return entries.entrySet().stream()
        .map(it -> new Hitter<>(it.getKey(), it.getValue().weight, it.getValue().missed))
        .sorted(Comparator.<Hitter<K>>comparingDouble(Hitter::weight).reversed())
        .limit(atMost)
        .toList();
  }

  /** Forgets all. */
  public void clear() {
    entries.clear();
    total = 0;
    missed = 0;
  }
}
