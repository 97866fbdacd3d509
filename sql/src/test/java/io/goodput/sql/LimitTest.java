package io.goodput.sql;

import static io.goodput.sql.Rates.perSecond;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.goodput.core.bucket.Rate;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LimitTest {

  @ParameterizedTest
  @CsvSource({
    "1000, PT1S, 1000",
    "60, PT1M, 1",
    "1, PT0.001S, 1000",
    "7200, PT1H, 2",
    "2147483647, PT1S, 2147483647"
  })
  void per_wholeTokensPerSecond_isThatRate(long tokens, Duration period, long perSecond) {
    assertThat(Limit.of(tokens).per(period).rate()).isEqualTo(new Rate(perSecond, tokens));
  }

  @ParameterizedTest
  @CsvSource({
    "100, PT1M",
    "1, P1D",
    "2147483648, PT1S",
    "1, PT0S",
    "1, PT-1S",
    "3, PT0.000000001S"
  })
  void per_anyOtherRate_isRejectedInOneSentence(long tokens, Duration period) {
    assertThatThrownBy(() -> Limit.of(tokens).per(period))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "%d tokens per %s is not supported: choose a whole number of tokens per second,"
                    .formatted(tokens, period)
                + " 1 to 2147483647.");
  }

  @Test
  void of_noTokens_isRejected() {
    assertThatThrownBy(() -> Limit.of(0))
        .hasMessage("A limit of 0 tokens is not possible: choose 1 to 4398046511104.");
  }

  @Test
  void burst_changesTheSizeOfTheBucketOnly() {
    assertThat(perSecond(10).burst(25).rate()).isEqualTo(new Rate(10, 25));
  }

  @Test
  void limits_withTheSameRateAndBurst_areEqual() {
    assertThat(Limit.of(120).per(Duration.ofMinutes(1))).isEqualTo(perSecond(2).burst(120));
  }

  @Test
  void bucket_withOtherOptionsThanBefore_isRejected() {
    try (TokenBuckets buckets = TokenBuckets.on("jdbc:unused:").open()) {
      TokenBucket bucket = buckets.bucket("a", perSecond(1).burst(10));

      assertThat(buckets.bucket("a", perSecond(1).burst(10))).isSameAs(bucket);
      BucketOptions other = BucketOptions.of(perSecond(2)).direct().fallback(perSecond(1));
      assertThatThrownBy(() -> buckets.bucket("a", other))
          .hasMessage(
              "Bucket 'a' is in use with 1 per second, burst 10, leased, not with"
                  + " 2 per second, burst 2, direct, fallback (1 per second, burst 1):"
                  + " use the same options, or forget it first.");
    }
  }
}
