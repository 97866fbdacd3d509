package io.goodput.core.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("A table of hashed numbers")
class HashedLongsTest {

  private static final int THREADS = 4;
  private static final int OPERATIONS = 200_000;

  private final HashedLongs numbers = new HashedLongs(8, 5);

  @Test
  void get_anyHash_isTheInitialNumber() {
    assertThat(numbers.get(-1)).isEqualTo(5);
    assertThat(new HashedLongs(8).get(7)).isZero();
  }

  @Test
  void set_hashesWithTheSameLowBits_shareANumber() {
    numbers.set(3, 7);

    assertThat(numbers.get(3 + 8)).isEqualTo(7);
    assertThat(numbers.get(4)).isEqualTo(5);
  }

  @Test
  @DisplayName("compares times as a monotonic clock does that wraps around")
  void setLatest_earlierTime_changesNothing() {
    numbers.set(1, Long.MAX_VALUE);

    numbers.setLatest(1, Long.MIN_VALUE + 2);
    assertThat(numbers.get(1)).isEqualTo(Long.MIN_VALUE + 2);

    numbers.setLatest(1, Long.MAX_VALUE - 2);
    assertThat(numbers.get(1)).isEqualTo(Long.MIN_VALUE + 2);
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 0, 12, Integer.MIN_VALUE})
  void size_noPowerOfTwo_isRejected(int size) {
    assertThatThrownBy(() -> new HashedLongs(size)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void add_manyThreads_countsExactly() throws Exception {
    CyclicBarrier start = new CyclicBarrier(THREADS);
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      List<Future<?>> running = new ArrayList<>();
      for (int thread = 0; thread < THREADS; thread++) {
        running.add(
            threads.submit(
                () -> {
                  start.await();
                  for (int i = 0; i < OPERATIONS; i++) {
                    numbers.add(i, 1);
                  }
                  return null;
                }));
      }
      for (Future<?> thread : running) {
        thread.get();
      }
    } finally {
      threads.shutdownNow();
    }

    for (int hash = 0; hash < 8; hash++) {
      assertThat(numbers.get(hash)).isEqualTo(5 + THREADS * OPERATIONS / 8);
    }
  }
}
