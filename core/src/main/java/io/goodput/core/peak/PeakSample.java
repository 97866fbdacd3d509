package io.goodput.core.peak;

import java.util.Arrays;

/**
 * The peak rates of a random sample of all partitions that were ever used: of those with the lowest
 * hashes. Which partitions these are does not depend on how often they are used, so a hot partition
 * counts as much as a quiet one, and one that is used again counts once. Fixed memory. Not
 * thread-safe.
 *
 * <p>Source: the bottom-k sample, Cohen and Kaplan, "Summarizing Data using Bottom-k Sketches",
 * PODC 2007.
 */
final class PeakSample {

  private static final int FIRST_SIZE = 16;

  /** Odd, so that multiplying with it is a bijection. */
  private static final long GOLDEN_RATIO = 0x9E3779B97F4A7C15L;

  private final int most;

  /** The hashes, ascending, of which the first {@link #size} count. */
  private long[] hashes = new long[0];

  private int[] peaks = new int[0];
  private int size;

  /**
   * An empty sample.
   *
   * @param most partitions in it, 1 or more
   */
  PeakSample(int most) {
    this.most = most;
  }

  /**
   * Adds the rate of a partition in one second.
   *
   * @param partition well mixed bits that differ between partitions
   */
  void add(long partition, int perSecond) {
    long hash = partition * GOLDEN_RATIO;
    if (size == most && hash > hashes[size - 1]) {
      return;
    }
    int place = Arrays.binarySearch(hashes, 0, size, hash);
    if (place >= 0) {
      peaks[place] = Math.max(peaks[place], perSecond);
    } else {
      insert(-place - 1, hash, perSecond);
    }
  }

  private void insert(int place, long hash, int perSecond) {
    if (size == hashes.length && size < most) {
      int larger = Math.min(most, Math.max(FIRST_SIZE, 2 * size));
      hashes = Arrays.copyOf(hashes, larger);
      peaks = Arrays.copyOf(peaks, larger);
    }
    size = Math.min(most, size + 1);
    int moved = size - 1 - place;
    System.arraycopy(hashes, place, hashes, place + 1, moved);
    System.arraycopy(peaks, place, peaks, place + 1, moved);
    hashes[place] = hash;
    peaks[place] = perSecond;
  }

  /** Partitions in the sample. */
  int size() {
    return size;
  }

  /** The peaks, lowest first. */
  int[] peaks() {
    int[] sorted = Arrays.copyOf(peaks, size);
    Arrays.sort(sorted);
    return sorted;
  }
}
