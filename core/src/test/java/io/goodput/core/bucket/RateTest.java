package io.goodput.core.bucket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RateTest {

  private static final long DAY = 86_400_000_000L;

  @ParameterizedTest
  @CsvSource({
    "10, 1000000, '10 per second, burst 5'",
    "120, 60000000, '2 per second, burst 5'",
    "90, 60000000, '90 per minute, burst 5'",
    "1000, 3600000000, '1000 per hour, burst 5'",
    "1, 86400000000, '1 per day, burst 5'",
    "1000, 1, '1000000000 per second, burst 5'",
    "1, 7, '1 per 7 microseconds, burst 5'"
  })
  void toString_namesTheShortestUnitOfWholeTokens(long tokens, long micros, String text) {
    assertThat(new Rate(tokens, micros, 5)).hasToString(text);
  }

  @ParameterizedTest
  @CsvSource({"1, 86400000001", "1001, 1", "0, 1", "1, 0", "-1, -1", "1, 9223372036854775807"})
  void rate_slowerThanOneADayOrFasterThanABillionASecond_isRejected(long tokens, long micros) {
    assertThatThrownBy(() -> new Rate(tokens, micros, 1))
        .hasMessageEndingWith("choose 1 per day to 1000000000 per second.");
  }

  /** By 10 per second, burst 20, and 30 per hour, burst 30. */
  @ParameterizedTest
  @CsvSource({
    "0, 10, 8, 0",
    "0, 10, 15, 1",
    "20, 5, 1, 1",
    "5, 20, 1, 0",
    "20, 20, 25, 0",
    "0, 0, 1, 1"
  })
  void scarcest_ofTwoLimits_takesLongestOrHasFewest(
      long first, long second, long tokens, int position) {
    Rates rates = Rates.of(Rate.perSecond(10, 20), new Rate(30, 3_600_000_000L, 30));

    assertThat(rates.scarcest(List.of(first, second), tokens)).isEqualTo(rates.all().get(position));
  }

  @Test
  void scarcest_ofOneLimit_isThatLimit() {
    Rates rates = Rates.of(Rate.perSecond(10, 20));

    assertThat(rates.scarcest(List.of(), 100)).isEqualTo(rates.all().get(0));
  }

  @Test
  void rate_whoseFractionNeedsMoreThan62Bits_isRejected() {
    assertThatThrownBy(() -> new Rate(999_999_937, DAY, 1))
        .hasMessageEndingWith("is too fine a fraction: round the tokens.");
  }

  @Test
  void burst_thatTakesAgesToFlowIn_isRejected() {
    assertThatThrownBy(() -> new Rate(1, DAY, Rate.MAX_BURST))
        .hasMessageContaining("needs more than 100000 years to flow in");
  }

  @Test
  void rates_ofEqualSpeed_areEqual() {
    assertThat(new Rate(120, 60_000_000, 9)).isEqualTo(Rate.perSecond(2, 9));
  }

  @Test
  void timeFor_tokensThatTakeAgesToFlowIn_isMoreThanAHundredThousandYears() {
    Rate daily = new Rate(1, DAY, 10);

    assertThat(daily.timeFor(Long.MAX_VALUE)).isBetween(100_000 * 365 * DAY, (1L << 62) + DAY);
    assertThat(daily.timeWithin(Long.MAX_VALUE)).isBetween(100_000 * 365 * DAY, (1L << 62) + DAY);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  void numbers_thatAreNoThreesOfALimit_areRejected(int count) {
    assertThatThrownBy(() -> Rates.of(new long[count]))
        .hasMessage(
            count + " numbers are not limits: each limit has tokens, microseconds, and a burst.");
  }

  @Test
  void numbers_ofLimits_areTheLimitsAgain() {
    Rates rates = Rates.of(Rate.perSecond(10, 20), new Rate(1_000, DAY, 7));

    assertThat(Rates.of(rates.numbers())).isEqualTo(rates);
  }
}
