package io.goodput.core.bucket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
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
    "1, 7, '1 per 7 microseconds, burst 5'",
    "2, 5000000, '24 per minute, burst 5'",
    "1, 5400000000, '16 per day, burst 5'",
    "3, 604800000000, '1 per 56 hours, burst 5'",
    "10, 2592000000000, '1 per 3 days, burst 5'",
    "1, 31622400000000, '1 per 366 days, burst 5'"
  })
  void toString_namesTheShortestUnitOfWholeTokens(long tokens, long micros, String text) {
    assertThat(new Rate(tokens, micros, 5)).hasToString(text);
  }

  @ParameterizedTest
  @CsvSource({"1, 31622400000001", "1001, 1", "0, 1", "1, 0", "-1, 1", "1, 9223372036854775807"})
  void rate_slowerThanOneIn366DaysOrFasterThanABillionASecond_isRejected(long tokens, long micros) {
    assertThatThrownBy(() -> new Rate(tokens, micros, 1))
        .hasMessageEndingWith("choose 1 per 366 days to 1000000000 per second.");
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
  void calendarLimit_withABurst_isRejected() {
    long months = -new CalendarPeriod(ChronoUnit.MONTHS, ZoneOffset.UTC).code();

    assertThat(new Rate(10, months, 10)).hasToString("10 per calendar month");
    assertThatThrownBy(() -> new Rate(10, months, 20))
        .hasMessage(
            "A limit of 10 tokens per calendar month cannot have a burst of 20: leave it out.");
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
  @ValueSource(ints = {1, 2, 5})
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

  @Test
  void numbers_ofLimitsWithInitialTokens_areTheLimitsAgain() {
    Rates rates = new Rates(List.of(Rate.perSecond(10, 20), new Rate(1_000, DAY, 7)), 5);

    assertThat(Rates.of(rates.numbers())).isEqualTo(rates).isNotEqualTo(new Rates(rates.all()));
  }

  @Test
  void initialTokens_beyondTheSmallestBurst_areRejected() {
    assertThatThrownBy(() -> new Rates(List.of(Rate.perSecond(10, 20), Rate.perSecond(9, 8)), 9))
        .hasMessage("A bucket cannot begin with 9 tokens: choose 0 to 8, its burst.");
  }

  @Test
  void first_ofABucketWithInitialTokens_hasThemByEachLimit() {
    Rates rates = new Rates(List.of(Rate.perSecond(10, 20), Rate.perSecond(9, 8)), 5);

    assertThat(BucketState.first(rates, 7).counts()).containsOnly(new Count(5, 7));
    assertThat(BucketState.first(new Rates(rates.all()), 7)).isEqualTo(BucketState.full(rates, 7));
  }
}
