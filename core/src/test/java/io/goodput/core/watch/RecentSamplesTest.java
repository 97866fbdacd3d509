package io.goodput.core.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RecentSamplesTest {

  private static final int THREADS = 4;
  private static final int SAMPLES_BY_THREAD = 25_000;

  @Test
  void take_fewSamples_givesEachOnce() {
    RecentSamples<Integer> samples = new RecentSamples<>(8);
    samples.add(1);
    samples.add(2);

    assertThat(counts(samples)).containsExactlyInAnyOrder(1.0, 1.0);
    assertThat(counts(samples)).isEmpty();
  }

  @Test
  void take_moreSamplesThanThereIsRoom_haveTheLatestStandForAll() {
    RecentSamples<Integer> samples = new RecentSamples<>(8);
    IntStream.range(0, 24).forEach(samples::add);

    assertThat(counts(samples)).hasSize(8).containsOnly(3.0);
  }

  @Test
  void clear_forgetsAll() {
    RecentSamples<Integer> samples = new RecentSamples<>(8);
    IntStream.range(0, 24).forEach(samples::add);
    samples.clear();
    samples.add(1);

    assertThat(counts(samples)).containsExactly(1.0);
  }

  @Test
  void take_whileThreadsAdd_losesNoneAndGivesNoneTwice() {
    int all = THREADS * SAMPLES_BY_THREAD;
    RecentSamples<Integer> samples = new RecentSamples<>(Integer.highestOneBit(all) * 2);
    List<CompletableFuture<Void>> threads = new ArrayList<>();
    for (int thread = 0; thread < THREADS; thread++) {
      int first = thread * SAMPLES_BY_THREAD;
      threads.add(
          CompletableFuture.runAsync(
              () -> IntStream.range(first, first + SAMPLES_BY_THREAD).forEach(samples::add),
              task -> new Thread(task, "adding").start()));
    }
    List<Integer> taken = new ArrayList<>();
    while (!threads.stream().allMatch(CompletableFuture::isDone)) {
      samples.take((sample, each) -> taken.add(sample));
    }
    samples.take((sample, each) -> taken.add(sample));

    Collections.sort(taken);
    assertThat(taken).isEqualTo(IntStream.range(0, all).boxed().toList());
  }

  @Test
  void capacity_notAPowerOfTwo_isRejected() {
    assertThatThrownBy(() -> new RecentSamples<>(6))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("capacity must be a power of two, not 6");
  }

  private static List<Double> counts(RecentSamples<Integer> samples) {
    List<Double> counts = new ArrayList<>();
    samples.take((sample, each) -> counts.add(each));
    return counts;
  }
}
