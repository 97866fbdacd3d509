package io.goodput.core.peak;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class RateHistogramProperties {

  private static final int MOST = 1_000_000;

  @Property
  void requests_areTheSumOfAllRates(
      @ForAll @Size(max = 200) List<@IntRange(min = 1, max = MOST) Integer> rates) {
    assertThat(of(rates).requests()).isEqualTo(rates.stream().mapToLong(rate -> rate).sum());
  }

  @Property
  void above_aLimitBetweenTwoBands_isExact(
      @ForAll @Size(max = 200) List<@IntRange(min = 1, max = MOST) Integer> rates,
      @ForAll @IntRange(min = 0, max = 80) int band) {
    int limit = RateBands.from(band);

    assertThat(of(rates).above(limit)).isEqualTo(above(rates, limit));
  }

  @Property
  void above_anyLimit_isNeverTooHighAndHardlyTooLow(
      @ForAll @Size(min = 1, max = 200) List<@IntRange(min = 1, max = MOST) Integer> rates,
      @ForAll @IntRange(min = 0, max = MOST) int limit) {
    long exact = above(rates, limit);

    // A second is wrong by less than the width of the band in which the limit lies.
    assertThat(of(rates).above(limit)).isBetween(exact - rates.size() * (limit / 4L + 1), exact);
  }

  @Property
  void above_aHigherLimit_isNotMore(
      @ForAll @Size(max = 200) List<@IntRange(min = 1, max = MOST) Integer> rates,
      @ForAll @IntRange(min = 0, max = MOST) int limit,
      @ForAll @IntRange(min = 0, max = MOST) int more) {
    RateHistogram histogram = of(rates);

    assertThat(histogram.above((long) limit + more)).isLessThanOrEqualTo(histogram.above(limit));
  }

  private static RateHistogram of(List<Integer> rates) {
    RateHistogram histogram = new RateHistogram();
    rates.forEach(histogram::add);
    return histogram;
  }

  private static long above(List<Integer> rates, int limit) {
    return rates.stream().mapToLong(rate -> Math.max(0, rate - limit)).sum();
  }
}
