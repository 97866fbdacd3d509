package io.goodput.buckets.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.buckets.BucketListener;
import io.goodput.buckets.StoreException;
import io.goodput.core.bucket.CalendarPeriod;
import io.goodput.core.bucket.Grant;
import io.goodput.core.bucket.Rate;
import io.goodput.core.bucket.Rates;
import io.goodput.core.bucket.TokenRequest;
import io.goodput.core.time.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.Test;

/** Answers that are on their way when a calendar period ends. */
class PeriodEndTest {

  private static final Rates LIMITS =
      Rates.of(Rate.perCalendar(100, new CalendarPeriod(ChronoUnit.DAYS, ZoneOffset.UTC)));

  private final ManualTime time = new ManualTime(Instant.EPOCH);
  private final ManualWorkers workers = new ManualWorkers(time);
  private final StoredBucket stored =
      new StoredBucket(
          "id",
          LIMITS,
          new Client(
              new DistantStore(new ModelStore(time), workers, time, Duration.ofMillis(10)),
              workers,
              BucketListener.NONE,
              time,
              false,
              500));

  @Test
  void leaseThatArrivesInTheNextPeriod_isLostWithoutAFailure() throws StoreException {
    time.advance(Duration.ofDays(2).minusMillis(4));
    Grant grant = stored.acquire(new TokenRequest(1, 0, 10, 200_000), 500).grant();

    assertThat(grant.tokens()).isZero();
    assertThat(grant.left()).isEqualTo(100);
  }

  @Test
  void callerWhoseAnswerArrivesInTheNextPeriod_getsTokensOfThatPeriod() throws StoreException {
    time.advance(Duration.ofDays(2).minusMillis(4));
    Grant grant = stored.acquire(TokenRequest.forOne(30, 200_000), 500).grant();

    assertThat(grant.tokens()).isEqualTo(30);
    assertThat(grant.left()).isEqualTo(70);
  }
}
