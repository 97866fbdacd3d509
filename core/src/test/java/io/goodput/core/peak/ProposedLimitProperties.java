package io.goodput.core.peak;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class ProposedLimitProperties {

  @Property
  void above_anyRate_isTenToFifteenTimesAsHigh(
      @ForAll @IntRange(min = 1, max = 200_000_000) int rate) {
    assertThat(ProposedLimit.above(rate))
        .isBetween(10 * rate, (int) Math.min(15L * rate, Integer.MAX_VALUE));
  }

  @Property
  void above_anyRate_hasTwoDigitsBeforeItsZeros(
      @ForAll @IntRange(min = 1, max = 200_000_000) int rate) {
    int rest = ProposedLimit.above(rate);
    while (rest % 10 == 0) {
      rest /= 10;
    }

    assertThat(rest).isIn(1, 15, 2, 3, 4, 5, 6, 8);
  }
}
