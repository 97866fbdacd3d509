package io.goodput.lab.simulation.heat;

import java.util.Arrays;

/** A cache that evicts the least recently used key. Keys are small numbers, from 0. */
final class LruCache {

  private static final int ABSENT = -1;

  private final int capacity;

  /** Links of a ring from the newest to the oldest key, closed by an entry that is no key. */
  private final int[] older;

  private final int[] newer;
  private final int ends;
  private int size;

  LruCache(int capacity, int keys) {
    this.capacity = capacity;
    this.older = new int[keys + 1];
    this.newer = new int[keys + 1];
    this.ends = keys;
    clear();
  }

  void clear() {
    Arrays.fill(older, ABSENT);
    older[ends] = ends;
    newer[ends] = ends;
    size = 0;
  }

  boolean contains(int key) {
    return older[key] != ABSENT;
  }

  /**
   * Makes a key the newest.
   *
   * @return whether it was cached before
   */
  boolean use(int key) {
    boolean hit = contains(key);
    if (hit) {
      unlink(key);
    } else if (size == capacity) {
      unlink(newer[ends]);
    } else {
      size++;
    }
    int second = older[ends];
    older[ends] = key;
    newer[second] = key;
    older[key] = second;
    newer[key] = ends;
    return hit;
  }

  /** The keys, newest first. */
  int[] keys() {
    int[] keys = new int[size];
    int key = older[ends];
    for (int i = 0; i < size; i++) {
      keys[i] = key;
      key = older[key];
    }
    return keys;
  }

  private void unlink(int key) {
    older[newer[key]] = older[key];
    newer[older[key]] = newer[key];
    older[key] = ABSENT;
  }
}
