package io.goodput.lab.bench.coldcache.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class EmulatedDiskTest {

  private final EmulatedDisk disk = new EmulatedDisk(() -> 1);

  @Test
  void read_freeChannel_takesItsTime() {
    assertThat(millisOf(1)).isGreaterThanOrEqualTo(EmulatedDisk.READ_MILLIS);
  }

  @Test
  void read_noFreeChannel_waits() {
    assertThat(millisOf(EmulatedDisk.CHANNELS + 1))
        .isGreaterThanOrEqualTo(2 * EmulatedDisk.READ_MILLIS);
  }

  @Test
  void read_whileInstant_takesNoTime() {
    disk.setInstant(true);

    assertThat(millisOf(1)).isLessThan(EmulatedDisk.READ_MILLIS);
  }

  @Test
  void exponential_manyReads_averageOne() {
    double mean =
        IntStream.range(0, 100_000).mapToDouble(read -> EmulatedDisk.exponential()).sum() / 100_000;

    assertThat(mean).isBetween(0.98, 1.02);
  }

  private long millisOf(int reads) {
    ExecutorService threads = Executors.newFixedThreadPool(reads);
    try {
      long begin = System.nanoTime();
      CompletableFuture.allOf(
              IntStream.range(0, reads)
                  .mapToObj(read -> CompletableFuture.runAsync(disk::read, threads))
                  .toArray(CompletableFuture[]::new))
          .join();
      return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin);
    } finally {
      threads.shutdown();
    }
  }
}
