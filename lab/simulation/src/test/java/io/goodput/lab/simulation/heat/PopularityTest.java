package io.goodput.lab.simulation.heat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PopularityTest {

  private static final int DRAWS = 1_000_000;

  @Test
  void draw_withASkewOfOne_returnsTheFirstKeyTwiceAsOftenAsTheSecond() {
    long[] drawn = draw(Popularity.zipf(1_000, 1));

    assertThat((double) drawn[0] / drawn[1]).isCloseTo(2, within(0.05));
  }

  @Test
  void draw_withoutSkew_returnsAllKeysEquallyOften() {
    long[] drawn = draw(Popularity.zipf(10, 0));

    assertThat(drawn).hasSize(10);
    assertThat(Arrays.stream(drawn))
        .allSatisfy(count -> assertThat(count).isBetween(98_000L, 102_000L));
  }

  private static long[] draw(Popularity popularity) {
    SplittableRandom random = new SplittableRandom(1);
    long[] drawn = new long[1_000];
    IntStream.range(0, DRAWS).forEach(i -> drawn[popularity.draw(random)]++);
    return Arrays.stream(drawn).filter(count -> count > 0).toArray();
  }
}
