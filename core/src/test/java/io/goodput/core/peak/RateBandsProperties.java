package io.goodput.core.peak;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class RateBandsProperties {

  @Property
  void band_ofAnyRate_holdsIt(@ForAll @IntRange(min = 1) int rate) {
    int band = RateBands.of(rate);

    assertThat(RateBands.from(band)).isLessThanOrEqualTo(rate);
    if (band + 1 < RateBands.COUNT) {
      assertThat(RateBands.from(band + 1)).isGreaterThan(rate);
    }
  }

  @Property
  void band_isNoWiderThanAQuarterOfItsLowestRate(
      @ForAll @IntRange(min = 7, max = RateBands.COUNT - 2) int band) {
    int from = RateBands.from(band);

    assertThat(RateBands.from(band + 1) - from).isLessThanOrEqualTo(from / 4);
  }

  @Example
  void bands_holdAllRates() {
    assertThat(RateBands.of(1)).isZero();
    assertThat(RateBands.of(Integer.MAX_VALUE)).isEqualTo(RateBands.COUNT - 1);
  }
}
