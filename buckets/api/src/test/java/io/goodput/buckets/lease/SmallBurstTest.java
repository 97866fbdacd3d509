package io.goodput.buckets.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.buckets.BucketListener;
import io.goodput.buckets.Reason;
import io.goodput.core.bucket.Leases;
import io.goodput.core.bucket.Rate;
import io.goodput.core.bucket.Rates;
import io.goodput.core.time.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A process whose only caller asks again and again, simulated: all parts but the store and the
 * clock are those that applications use.
 */
@DisplayName(
    "Of the tokens that flow into a small bucket, a caller that asks again after 0.2 to 1 ms")
class SmallBurstTest {

  private final ManualTime time = new ManualTime(Instant.EPOCH);
  private final ManualWorkers workers = new ManualWorkers(time);
  private final Random random = new Random(1);
  private long admitted;
  private long lastAt;

  @DisplayName("gets at least 99% from a store that is near")
  @ParameterizedTest(name = "{0} tokens/s, burst {1}, leased: {2}")
  @CsvSource({
    "5, 1, true", "20, 1, true", "100, 2, true", "100, 5, true", "1000, 10, true",
    "5, 1, false", "20, 1, false", "100, 2, false", "100, 5, false", "1000, 10, false"
  })
  void caller_ofANearStore_getsItsRate(long perSecond, long burst, boolean leased) {
    assertThat(share(perSecond, burst, leased, Duration.ofNanos(50_000))).isBetween(0.99, 1.001);
  }

  /** The caller asks later than the token flows in, by 0.34 ms of 10 ms on average. */
  @DisplayName("gets what it asks for early enough if the burst is one token")
  @ParameterizedTest(name = "leased: {0}")
  @CsvSource({"true", "false"})
  void caller_ofANearStoreWithOneToken_losesOnlyItsOwnPauses(boolean leased) {
    assertThat(share(100, 1, leased, Duration.ofNanos(50_000))).isBetween(0.955, 0.97);
  }

  @DisplayName("gets at least 97% if the store answers within 0.7 ms")
  @ParameterizedTest(name = "{0} tokens/s, burst {1}, leased: {2}")
  @CsvSource({
    "5, 1, true",
    "20, 1, true",
    "100, 2, true",
    "100, 5, true",
    "1000, 10, true",
    "5, 1, false",
    "20, 1, false",
    "100, 2, false",
    "100, 5, false"
  })
  void caller_ofADistantStore_getsMostOfItsRate(long perSecond, long burst, boolean leased) {
    assertThat(share(perSecond, burst, leased, Duration.ofNanos(700_000))).isBetween(0.97, 1.001);
  }

  /** What the caller gets of the inflow in 20 seconds; the first 10 seconds do not count. */
  private double share(long perSecond, long burst, boolean leased, Duration roundTrip) {
    Rates limits = Rates.of(Rate.perSecond(perSecond, burst));
    DistantStore store = new DistantStore(new ModelStore(time), workers, time, roundTrip);
    Client client = new Client(store, workers, BucketListener.NONE, time, false, 500);
    StoredBucket stored = new StoredBucket("id", limits, client);
    Leases leases = leased ? new Leases(time) : Leases.direct(time);
    Turn turn = new Turn(stored, time);
    OwedTokens owed = new OwedTokens(stored, client);
    WithoutStore without =
        new WithoutStore(leases, new Fallback(null, time), client.availability());
    Fetcher fetcher = new Fetcher(leases, stored, without, turn, owed, client);
    ask(new LeasedTokens(leases, stored, without, fetcher), fetcher);
    workers.advance(Duration.ofSeconds(10));
    long admittedBefore = admitted;
    long begin = lastAt;
    workers.advance(Duration.ofSeconds(20));
    return (admitted - admittedBefore) * 1e9 / (perSecond * (double) (lastAt - begin));
  }

  private void ask(LeasedTokens tokens, Fetcher fetcher) {
    Reason known = tokens.acquire(1, time.monotonicNanos());
    if (known == null) {
      Waiter waiter = new Waiter(1, Duration.ofMillis(500).toNanos(), false, time);
      waiter.whenAnswered((reason, problem) -> answered(reason, tokens, fetcher));
      fetcher.enqueue(waiter);
    } else {
      answered(known, tokens, fetcher);
    }
  }

  private void answered(@Nullable Reason reason, LeasedTokens tokens, Fetcher fetcher) {
    if (reason == Reason.ADMITTED) {
      admitted++;
      lastAt = time.monotonicNanos();
    }
    Future<?> unused = workers.later(() -> ask(tokens, fetcher), 200_000 + random.nextInt(800_000));
  }
}
