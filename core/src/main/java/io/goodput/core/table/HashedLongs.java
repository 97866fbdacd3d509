package io.goodput.core.table;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Numbers by hash, 8 bytes each, in memory that is allocated once. Hashes with the same low bits
 * share a number. Thread-safe and lock-free; each operation is atomic.
 */
public final class HashedLongs {

  private final AtomicLongArray numbers;
  private final int mask;

  /**
   * A table of zeros.
   *
   * @param size how many numbers it has, a power of two
   * @throws IllegalArgumentException if the size is not a power of two
   */
  public HashedLongs(int size) {
    this(size, 0);
  }

  /** The same with another initial number. */
  public HashedLongs(int size, long initial) {
    if (Integer.bitCount(size) != 1 || size < 0) {
      throw new IllegalArgumentException("size must be a power of two, not " + size);
    }
    this.numbers = new AtomicLongArray(size);
    this.mask = size - 1;
    for (int place = 0; initial != 0 && place < size; place++) {
      numbers.setPlain(place, initial);
    }
  }

  /** The number of a hash. */
  public long get(long hash) {
    return numbers.get(place(hash));
  }

  /** Replaces the number of a hash. */
  public void set(long hash, long number) {
    numbers.set(place(hash), number);
  }

  /** Replaces the number of a hash, and returns the one before. */
  public long getAndSet(long hash, long number) {
    return numbers.getAndSet(place(hash), number);
  }

  /** Replaces the number of a hash if it is the expected one; false if it is not. */
  public boolean compareAndSet(long hash, long expected, long number) {
    return numbers.compareAndSet(place(hash), expected, number);
  }

  /** Adds to the number of a hash, and returns the sum. */
  public long add(long hash, long number) {
    return numbers.addAndGet(place(hash), number);
  }

  /** Replaces the number of a hash, a monotonic time, unless it is a later one. */
  public void setLatest(long hash, long time) {
    long before = get(hash);
    while (before - time < 0 && !compareAndSet(hash, before, time)) {
      before = get(hash);
    }
  }

  private int place(long hash) {
    return (int) hash & mask;
  }
}
