package io.goodput.core.fair;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class GroupReadsTest {

  private static final long NOW = -3;

  private final GroupReads reads = new GroupReads(NOW);

  @Test
  void mayStart_theFirst_starts() {
    assertThat(reads.mayStart(1, NOW)).isTrue();
  }

  @Test
  void mayStart_soonAfterAnother_waits() {
    reads.mayStart(1, NOW);

    assertThat(reads.mayStart(1, NOW + GroupReads.SPACE_NANOS - 1)).isFalse();
  }

  @Test
  void mayStart_afterTheSpace_starts() {
    reads.mayStart(1, NOW);

    assertThat(reads.mayStart(1, NOW + GroupReads.SPACE_NANOS)).isTrue();
  }

  @Test
  void mayStart_afterOneThatWaited_countsFromTheLastStart() {
    reads.mayStart(1, NOW);
    reads.mayStart(1, NOW + GroupReads.SPACE_NANOS - 1);

    assertThat(reads.mayStart(1, NOW + GroupReads.SPACE_NANOS)).isTrue();
  }

  @Test
  void mayStart_anotherClass_starts() {
    reads.mayStart(1, NOW);

    assertThat(reads.mayStart(2, NOW)).isTrue();
  }

  @Test
  void mayStart_manyThreadsAtOnce_oneStarts() {
    for (int round = 0; round < 1000; round++) {
      long now = NOW + round * GroupReads.SPACE_NANOS;
      AtomicInteger started = new AtomicInteger();

      IntStream.range(0, 8)
          .parallel()
          .filter(thread -> reads.mayStart(1, now))
          .forEach(thread -> started.incrementAndGet());

      assertThat(started).hasValue(1);
    }
  }
}
