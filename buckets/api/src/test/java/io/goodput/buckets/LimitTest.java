package io.goodput.buckets;

import static io.goodput.buckets.Rates.perSecond;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.goodput.core.bucket.Rate;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LimitTest {

  @ParameterizedTest
  @CsvSource({
    "1000000000, PT1S, 1000000000",
    "1000, PT1S, 1000",
    "60, PT1M, 1",
    "1, PT0.001S, 1000",
    "7200, PT1H, 2"
  })
  void per_wholeTokensPerSecond_isThatRate(long tokens, Duration period, long perSecond) {
    assertThat(Limit.of(tokens).per(period).rate()).isEqualTo(Rate.perSecond(perSecond, tokens));
  }

  @ParameterizedTest
  @CsvSource({
    "1, PT8784H0.000001S",
    "1000000001, PT1S",
    "1, PT0S",
    "1, PT-1S",
    "3, PT0.000000001S"
  })
  void per_aRateOutOfRange_isRejectedAndNamesTheRange(long tokens, Duration period) {
    assertThatThrownBy(() -> Limit.of(tokens).per(period))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("%d tokens per %s is not possible:".formatted(tokens, period))
        .hasMessageEndingWith("choose 1 per 366 days to 1000000000 per second.");
  }

  @ParameterizedTest
  @CsvSource({
    "100, PT1M",
    "1, P1D",
    "10, P30D",
    "1000000, P365D",
    "1, P366D",
    "1000, PT1H",
    "1, PT0.0000005S",
    "7, PT3S"
  })
  void per_anyPeriod_isTheExactFraction(long tokens, Duration period) {
    Rate rate = Limit.of(tokens).per(period).rate();

    assertThat(rate.tokens() * period.toNanos()).isEqualTo(rate.micros() * 1_000 * tokens);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "10 per second, burst 20",
        "100 per minute, burst 100",
        "1 per day, burst 1",
        "1 per 7 microseconds, burst 3",
        "1 per 56 hours, burst 3",
        "1 per 366 days, burst 1",
        "10 per second, burst 20; 1000 per hour, burst 1000",
        "10 per second, burst 20; 1000 per hour, burst 1000; initially 5",
        "10 per second, burst 20; initially 0",
        "10 per second, burst 20; 1000 per calendar month",
        "1000 per calendar day at +05:30",
        "1 per calendar week at -08:00; initially 0",
        "4398046511104 per calendar year"
      })
  void parse_ofTheTextOfLimits_returnsThem(String text) {
    assertThat(Limits.parse(text)).hasToString(text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "10/s | 10 per second, burst 10",
        "10 / sec | 10 per second, burst 10",
        "10 per secs, burst 3 | 10 per second, burst 3",
        "5 per 100ms | 50 per second, burst 5",
        "700 per week | 100 per day, burst 700",
        "6/min burst 2 | 6 per minute, burst 2",
        "3 per 7 days | 1 per 56 hours, burst 3",
        "10 per 30 days | 1 per 3 days, burst 10",
      })
  void parse_ofOtherWaysToWriteIt_returnsTheLimit(String text, String limit) {
    assertThat(Limits.parse(text)).hasToString(limit);
  }

  @Test
  void parse_ofARateOutOfRange_saysSoInOneSentence() {
    assertThatThrownBy(() -> Limits.parse("3 per 300 weeks"))
        .hasMessage(
            "3 tokens per PT50400H is not possible: choose 1 per 366 days to 1000000000 per second.");
  }

  @ParameterizedTest
  @CsvSource({"5/", "5 per fortnight", "per second", "5 per second burst", "''"})
  void parse_ofAnythingElse_showsAnExample(String text) {
    assertThatThrownBy(() -> Limits.parse(text))
        .hasMessage(
            "'%s' is not a limit: write it as in '100 per minute, burst 200', or '10/s'. Units are"
                    .formatted(text)
                + " microseconds, milliseconds, seconds, minutes, hours, days, and weeks.");
  }

  @Test
  void perCalendar_ofADate_isTheLimitOfItsText() {
    assertThat(Limit.of(7).perCalendar(ChronoUnit.WEEKS, ZoneOffset.ofHours(1)))
        .isEqualTo(Limit.parse("7/calendar week at +01:00"))
        .isNotEqualTo(Limit.of(7).perCalendar(ChronoUnit.WEEKS));
    assertThat(Limit.of(7).perCalendar(ChronoUnit.WEEKS).timeToFill())
        .isEqualTo(Duration.ofDays(7));
  }

  @ParameterizedTest
  @ValueSource(strings = {"5 per calendar hour", "5 per calendar day at Berlin", "5 per calendar"})
  void parse_ofNoCalendarPeriod_isRejected(String text) {
    assertThatThrownBy(() -> Limit.parse(text)).hasMessageStartingWith("'%s' is not a limit", text);
  }

  @Test
  void of_noTokens_isRejected() {
    assertThatThrownBy(() -> Limit.of(0))
        .hasMessage("A limit of 0 tokens is not possible: choose 1 to 4398046511104.");
  }

  @Test
  void burst_changesTheSizeOfTheBucketOnly() {
    assertThat(perSecond(10).burst(25).rate()).isEqualTo(Rate.perSecond(10, 25));
  }

  @Test
  void limits_withTheSameRateAndBurst_areEqual() {
    assertThat(Limit.of(120).per(Duration.ofMinutes(1))).isEqualTo(perSecond(2).burst(120));
  }

  @Test
  void bucket_withOtherOptionsThanBefore_isRejected() {
    try (TokenBuckets buckets = TokenBuckets.inMemory().open()) {
      TokenBucket bucket = buckets.bucket("a", perSecond(1).burst(10));

      assertThat(buckets.bucket("a", perSecond(1).burst(10))).isSameAs(bucket);
      BucketOptions other = BucketOptions.of(perSecond(2)).direct().fallback(perSecond(1));
      assertThatThrownBy(() -> buckets.bucket("a", other))
          .hasMessage(
              "Bucket 'a' is in use with 1 per second, burst 10, leased, not with"
                  + " 2 per second, burst 2, direct, fallback (1 per second, burst 1):"
                  + " use the same options, or TokenBuckets.change.");
    }
  }
}
