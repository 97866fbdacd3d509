package io.goodput.core.simulation;

import java.util.Arrays;

/** A cache that drops the key that has not been asked for the longest. Keys are small numbers. */
final class LruCache {

  private static final int ABSENT = -1;

  private final int capacity;

  /** A ring of the keys, from the newest to the oldest, through an entry that is no key. */
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

  /** Makes a key the newest, and says whether it was there. */
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
