package io.goodput.core.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

class AdmissionCurveProperties {

  private static final long MAX_LIMIT = Integer.MAX_VALUE;
  private static final long MAX_COUNT = 1L << 34;

  @Property
  void sumOverOneWindow_atAnySteadyRate_isTheRateOrTheLimit(
      @ForAll @IntRange(min = 1, max = 2_000) int limit,
      @ForAll @IntRange(min = 1, max = 20_000) int rate) {
    double admitted = 0;
    for (long count = rate; count < 2L * rate; count++) {
      admitted += AdmissionCurve.probability(count, limit);
    }

    assertThat(admitted).isCloseTo(Math.min(rate, limit), within(1e-6));
  }

  /**
   * After the rate has fallen, its counter stays one higher, because halving rounds towards zero.
   */
  @Property
  void sumOverOneWindow_afterTheRateHasFallen_isLowerByHalfAnOperationAtMost(
      @ForAll @IntRange(min = 1, max = 2_000) int limit,
      @ForAll @IntRange(min = 1, max = 20_000) int rate) {
    double admitted = 0;
    for (long count = rate + 1L; count <= 2L * rate; count++) {
      admitted += AdmissionCurve.probability(count, limit);
    }

    double exact = (double) Math.min(rate, limit);
    assertThat(admitted).isBetween(exact - 0.5 - 1e-6, exact + 1e-6);
  }

  @Property
  void probability_ofAHigherCount_isNotHigher(
      @ForAll @LongRange(min = 0, max = MAX_LIMIT) long limit,
      @ForAll @LongRange(min = 0, max = MAX_COUNT) long one,
      @ForAll @LongRange(min = 0, max = MAX_COUNT) long other) {
    assertThat(AdmissionCurve.probability(Math.max(one, other), limit))
        .isLessThanOrEqualTo(AdmissionCurve.probability(Math.min(one, other), limit));
  }

  @Property
  void probability_ofTwiceTheCountBeyondTheLimit_isHalf(
      @ForAll @LongRange(min = 1, max = MAX_LIMIT) long limit,
      @ForAll @LongRange(min = 0, max = MAX_COUNT) long excess) {
    long count = limit + excess;

    assertThat(AdmissionCurve.probability(2 * count, limit))
        .isEqualTo(AdmissionCurve.probability(count, limit) / 2);
  }

  @Property
  void probability_belowTwiceTheLimit_isOne(
      @ForAll @LongRange(min = 1, max = MAX_LIMIT) long limit) {
    assertThat(AdmissionCurve.probability(2 * limit - 1, limit)).isEqualTo(1);
  }

  @Property
  void probability_ofLimitZero_isZero(@ForAll @LongRange(min = 0, max = MAX_COUNT) long count) {
    assertThat(AdmissionCurve.probability(count, 0)).isZero();
  }

  @Example
  void probability_ofTheHighestCountAndTheLowestLimit_isPositive() {
    assertThat(AdmissionCurve.probability(MAX_COUNT, 1)).isEqualTo(0x1p-34);
  }
}
