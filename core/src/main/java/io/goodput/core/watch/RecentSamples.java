package io.goodput.core.watch;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.ObjDoubleConsumer;

/**
 * Hands samples from many threads to one. If they come faster than they are taken, later ones
 * replace earlier ones, and each of those that are left stands for more.
 *
 * <p>Thread-safe. Adding waits for no other thread; one thread at a time takes.
 *
 * @param <T> the type of the samples
 */
public final class RecentSamples<T> {

  /** What is in a place without a sample. */
  private static final Object NONE = new Object();

  private final AtomicReferenceArray<Object> samples;
  private final AtomicLong added = new AtomicLong();
  private long taken;

  /**
   * Room for samples.
   *
   * @param capacity how many it holds at most, a power of two
   * @throws IllegalArgumentException if the capacity is not a power of two
   */
  public RecentSamples(int capacity) {
    if (Integer.bitCount(capacity) != 1) {
      throw new IllegalArgumentException("capacity must be a power of two, not " + capacity);
    }
    Object[] places = new Object[capacity];
    Arrays.fill(places, NONE);
    this.samples = new AtomicReferenceArray<>(places);
  }

  /** Adds a sample. */
  public void add(T sample) {
    int place = (int) added.getAndIncrement() & (samples.length() - 1);
    samples.setRelease(place, sample);
  }

  /**
   * Takes all samples.
   *
   * @param consumer receives each sample with the number of samples that it stands for, at least 1
   */
  @SuppressWarnings("unchecked") // add() stores nothing else there
  public void take(ObjDoubleConsumer<T> consumer) {
    long until = added.get();
    double each = Math.max(1, (double) (until - taken) / samples.length());
    taken = until;
    for (int place = 0; place < samples.length(); place++) {
      if (samples.getOpaque(place) != NONE) {
        consumer.accept((T) samples.getAndSet(place, NONE), each);
      }
    }
  }

  /** Forgets all samples. */
  public void clear() {
    take((sample, each) -> {});
  }
}
