package io.goodput.core.peak;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProposedLimitTest {

  @ParameterizedTest
  @CsvSource({"1,10", "2,20", "7,80", "17,200", "100,1000", "113,1500", "2147483647,2000000000"})
  void above_aRate_isARoundNumberTenTimesAsHighOrHigher(int rate, int limit) {
    assertThat(ProposedLimit.above(rate)).isEqualTo(limit);
  }
}
