package io.goodput.cassandra.limit;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.core.limit.PartitionKeys;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SeriesNumbersTest {

  private final SeriesNumbers numbers = new SeriesNumbers();

  @Test
  void take_asOftenAsThereAreNumbers_givesEachOnce() {
    assertThat(IntStream.range(0, PartitionKeys.MOST_SERIES).map(i -> numbers.take()))
        .containsExactlyElementsOf(
            IntStream.rangeClosed(1, PartitionKeys.MOST_SERIES).boxed().toList());
  }

  @Test
  void take_withoutANumberLeft_givesZeroUntilOneIsReleased() {
    IntStream.range(0, PartitionKeys.MOST_SERIES).forEach(i -> numbers.take());
    assertThat(numbers.take()).isZero();

    numbers.release(17);

    assertThat(numbers.take()).isEqualTo(17);
  }

  @Test
  void take_afterARelease_givesAnotherNumberFirst() {
    int released = numbers.take();
    numbers.release(released);

    assertThat(numbers.take()).isNotEqualTo(released);
  }

  @Test
  void release_ofZero_keepsItTaken() {
    numbers.release(0);

    assertThat(numbers.take()).isEqualTo(1);
  }
}
