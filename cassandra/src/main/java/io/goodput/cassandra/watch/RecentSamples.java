package io.goodput.cassandra.watch;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.ObjDoubleConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Hands samples from many threads to one. If they come faster than they are taken, later ones
 * replace earlier ones, and each stands for more. Thread-safe; adding waits for no other thread.
 */
final class RecentSamples {

  private final AtomicReferenceArray<@Nullable Sample> samples;
  private final AtomicLong added = new AtomicLong();
  private long taken;

  /**
   * Room for samples.
   *
   * @param capacity how many it holds at most, a power of two
   */
  RecentSamples(int capacity) {
    this.samples = new AtomicReferenceArray<>(capacity);
  }

  void add(Sample sample) {
    int place = (int) added.getAndIncrement() & (samples.length() - 1);
    samples.setRelease(place, sample);
  }

  /**
   * Takes all samples; one thread at a time does.
   *
   * @param consumer receives each sample with the number of samples that it stands for
   */
  void take(ObjDoubleConsumer<Sample> consumer) {
    long until = added.get();
    double each = Math.max(1, (double) (until - taken) / samples.length());
    taken = until;
    for (int place = 0; place < samples.length(); place++) {
      Sample sample = samples.getPlain(place) == null ? null : samples.getAndSet(place, null);
      if (sample != null) {
        consumer.accept(sample, each);
      }
    }
  }

  /** Forgets all samples. */
  void clear() {
    take((sample, each) -> {});
  }
}
