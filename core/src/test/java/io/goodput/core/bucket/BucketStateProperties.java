package io.goodput.core.bucket;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.core.bucket.BucketState.Answered;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;

/** The arithmetic of a bucket whose tokens are spent when they are granted. */
class BucketStateProperties {

  private static final long START = 1_800_000_000_000_000L;

  private static final long DAY = 86_400_000_000L;

  @Property
  void spent_withAnyRequestsAndClockSteps_isAtMostBurstAndInflow(
      @ForAll("limits") Rates rates,
      @ForAll @Size(max = 60) List<@LongRange(min = -50_000, max = 2_000_000) Long> steps,
      @ForAll @IntRange(min = 1, max = 5_000) int wanted) {
    Spending spending = new Spending();
    BucketState bucket = BucketState.full(rates, START);
    long now = START;
    for (long step : steps) {
      now += step;
      long tokens = Math.min(wanted, rates.burst());
      Answered answered = bucket.acquire(rates, new TokenRequest(1, tokens, tokens, 0), now);
      bucket = answered.state();
      spending.add(answered.grant().at(), answered.grant().tokens());
    }

    spending.assertWithinBurstAndInflow(rates);
  }

  @Property
  void spent_whenEachRequestTakesAll_isExactlyTheInflow(
      @ForAll("rates") Rate rate,
      @ForAll @Size(max = 200) List<@LongRange(min = 0, max = 3_000_000) Long> steps) {
    long all = 1 + rate.inflow(steps.stream().mapToLong(step -> step).sum());
    Rates deep = Rates.of(new Rate(rate.tokens(), rate.micros(), all));
    BucketState bucket = empty(deep);
    long now = START;
    long spent = 0;
    for (long step : steps) {
      now += step;
      Answered answered = bucket.acquire(deep, new TokenRequest(1, all, all, 0), now);
      bucket = answered.state();
      spent += answered.grant().tokens();
    }

    assertThat(spent).isEqualTo(rate.inflow(now - START));
  }

  @Property
  void spent_atTheEndOfTheLife_isAtMostBurstAndInflow(
      @ForAll("limits") Rates rates,
      @ForAll @Size(max = 60) List<@LongRange(min = 0, max = 400_000) Long> steps,
      @ForAll @IntRange(min = 1, max = 5_000) int wanted,
      @ForAll @LongRange(min = 0, max = 1_000_000) long life) {
    Spending spending = new Spending();
    BucketState bucket = BucketState.full(rates, START);
    long now = START;
    long endOfLast = START;
    for (long step : steps) {
      now += step;
      long tokens = Math.min(wanted, rates.burst());
      // All tokens of a life are spent at its end, when the answers arrive together.
      boolean sameLife = now < endOfLast;
      long left = sameLife ? endOfLast - now : life;
      Answered answered = bucket.acquire(rates, new TokenRequest(1, tokens, tokens, left), now);
      bucket = answered.state();
      endOfLast = now + left;
      spending.add(endOfLast, answered.grant().tokens());
    }

    spending.assertWithinBurstAndInflow(rates);
  }

  @Property
  void spent_ofOwedTokensAtAnyTimeOfTheirLives_isAtMostBurstAndInflow(
      @ForAll("limits") Rates rates,
      @ForAll @Size(max = 60) List<@LongRange(min = 0, max = 400_000) Long> steps,
      @ForAll @IntRange(min = 1, max = 5_000) int wanted,
      @ForAll @LongRange(min = 0, max = 5_000_000) long life,
      @ForAll @LongRange(min = 0, max = 100_000_000) long wait,
      @ForAll Random random) {
    NavigableMap<Long, Long> spentAt = new TreeMap<>();
    BucketState bucket = BucketState.full(rates, START);
    long now = START;
    for (long step : steps) {
      now += step;
      long tokens =
          random.nextBoolean()
              ? rates.burst()
              : Math.min(1 + random.nextInt(wanted), rates.burst());
      TokenRequest request =
          TokenRequest.forOne(tokens, life).waiting(random.nextBoolean() ? wait : 0);
      Answered answered = bucket.acquire(rates, request, now);
      bucket = answered.state();
      Grant grant = answered.grant();
      if (grant.tokens() > 0) {
        long after = random.nextLong(grant.enoughIn(), request.lifeOf(grant) + 1);
        spentAt.merge(now + after, grant.tokens(), Long::sum);
      }
    }

    Spending spending = new Spending();
    spentAt.forEach(spending::add);
    spending.assertWithinBurstAndInflow(rates);
  }

  /** Clients say truly, but perhaps late, when they had spent the tokens of their latest grants. */
  @Property
  void spent_withReportsOfTokensThatWereSpentEarly_isAtMostBurstAndInflow(
      @ForAll("limits") Rates rates,
      @ForAll @Size(max = 80) List<@LongRange(min = 0, max = 300_000) Long> steps,
      @ForAll @IntRange(min = 1, max = 3) int clients,
      @ForAll @LongRange(min = 0, max = 1_000_000) long life,
      @ForAll Random random) {
    NavigableMap<Long, Long> spentAt = new TreeMap<>();
    BucketState bucket = BucketState.full(rates, START);
    Spent[] known = new Spent[clients];
    Arrays.fill(known, Spent.NONE);
    long[] from = new long[clients];
    long now = START;
    for (long step : steps) {
      now += random.nextInt(4) * step;
      int client = random.nextInt(clients);
      long tokens = 1 + random.nextLong(Math.min(rates.burst(), 1L << random.nextInt(13)));
      TokenRequest request =
          TokenRequest.forOne(tokens, random.nextLong(life + 1))
              .waiting(random.nextInt(2) * life)
              .after(now >= from[client] ? known[client] : Spent.NONE);
      Answered answered = bucket.acquire(rates, request, now);
      bucket = answered.state();
      Grant grant = answered.grant();
      if (grant.tokens() > 0) {
        long end = request.lifeOf(grant);
        long age = random.nextLong(grant.enoughIn(), end + 1);
        spentAt.merge(now + age, grant.tokens(), Long::sum);
        known[client] = new Spent(grant.number(), end - age);
        from[client] = now + age;
      }
    }

    Spending spending = new Spending();
    spentAt.forEach(spending::add);
    spending.assertWithinBurstAndInflow(rates);
  }

  @Property
  void acquire_whenTheTokensOfTheLatestGrantWereSpentAtOnce_findsAllThatHasFlowedIn(
      @ForAll("limits") Rates rates,
      @ForAll @LongRange(min = 0, max = 2_000_000) long life,
      @ForAll @LongRange(min = 0, max = 5_000_000) long elapsed) {
    BucketState full = BucketState.full(rates, START);
    long atOnce =
        full.acquire(rates, TokenRequest.forOne(1), START).state().level(rates, START + elapsed);
    Answered granted = full.acquire(rates, TokenRequest.forOne(1, life), START);
    TokenRequest report = TokenRequest.NOTHING.after(new Spent(granted.grant().number(), life));
    BucketState after = granted.state().acquire(rates, report, START + elapsed).state();

    assertThat(after.level(rates, START + elapsed)).isEqualTo(atOnce);
  }

  @Property
  void acquire_whenAnotherClientHasTakenTokensSince_doesNotMoveBack(
      @ForAll("limits") Rates rates, @ForAll @LongRange(min = 1, max = 2_000_000) long life) {
    Answered first =
        BucketState.full(rates, START).acquire(rates, TokenRequest.forOne(1, life), START);
    Answered second =
        first.state().refund(rates, 1, START).acquire(rates, TokenRequest.forOne(1, life), START);
    TokenRequest report = TokenRequest.NOTHING.after(new Spent(first.grant().number(), life));

    assertThat(second.state().acquire(rates, report, START).state()).isEqualTo(second.state());
  }

  @Property
  void acquire_thatMayWait_neverRefusesWhatFlowsInMeanwhile(
      @ForAll("rates") Rate rate, @ForAll @LongRange(min = 1, max = 10_000) long wanted) {
    Rates rates = Rates.of(rate);
    long tokens = Math.min(wanted, rate.burst());
    BucketState bucket = empty(rates);
    long wait = rate.timeFor(tokens);
    Assume.that(wait < 70_000_000);
    Grant owed = bucket.acquire(rates, TokenRequest.forOne(tokens).waiting(wait), START).grant();

    assertThat(owed.tokens()).isEqualTo(tokens);
    assertThat(owed.enoughIn()).isEqualTo(wait);
    assertThat(bucket.acquire(rates, TokenRequest.forOne(tokens).waiting(wait - 1), START).grant())
        .extracting(Grant::tokens)
        .isEqualTo(0L);
  }

  @Property
  void acquire_ofABucketCountedFarAhead_countsAgain(
      @ForAll("limits") Rates rates, @ForAll @LongRange(min = 0, max = 1L << 50) long ahead) {
    BucketState after =
        new BucketState(rates.all().stream().map(rate -> new Count(0, START + ahead)).toList())
            .acquire(rates, TokenRequest.forOne(1), START)
            .state();

    assertThat(after.counts())
        .allSatisfy(
            count ->
                assertThat(count.countedAt())
                    .isEqualTo(START + Math.min(ahead, BucketState.FARTHEST_AHEAD)));
  }

  @Property
  void enoughIn_ofARejection_endsAtTheFirstMicrosecondWithEnough(
      @ForAll("limits") Rates rates,
      @ForAll @LongRange(min = 0, max = 5_000_000) long elapsed,
      @ForAll @LongRange(min = 1, max = 5_000) long wanted) {
    long least = Math.min(wanted, rates.burst());
    BucketState empty = empty(rates);
    long now = START + elapsed;
    Grant grant = empty.acquire(rates, TokenRequest.forOne(least), now).grant();
    if (grant.tokens() == 0) {
      assertThat(empty.level(rates, now + grant.enoughIn())).isGreaterThanOrEqualTo(least);
      assertThat(empty.level(rates, now + grant.enoughIn() - 1)).isLessThan(least);
    }
  }

  @Property
  void acquire_inAdvance_isAtMostHalfOfTheLevel(
      @ForAll("limits") Rates rates, @ForAll @LongRange(min = 1, max = 100_000) long ahead) {
    Grant grant =
        BucketState.full(rates, START)
            .acquire(rates, new TokenRequest(1, 0, ahead, rates.leaseLife()), START)
            .grant();

    assertThat(grant.tokens()).isLessThanOrEqualTo(grant.left() + 1);
  }

  @Property
  void left_isTheLevelAtTheMomentOfTheAnswer(
      @ForAll("limits") Rates rates, @ForAll @LongRange(min = 0, max = 5_000_000) long elapsed) {
    Answered answered = empty(rates).acquire(rates, new TokenRequest(1, 1, 1, 0), START + elapsed);

    assertThat(answered.state().level(rates, START + elapsed)).isEqualTo(answered.grant().left());
  }

  @Property
  void spent_atASlowRateWithLives_isAtMostOneTokenShortOfTheInflowOutsideTheLives(
      @ForAll @LongRange(min = 1, max = 100) long perDay,
      @ForAll @LongRange(min = 2, max = 20) long burst,
      @ForAll @LongRange(min = 0, max = 500_000) long life) {
    Rate rate = new Rate(perDay, DAY, burst);
    Rates rates = Rates.of(rate);
    BucketState bucket = BucketState.full(rates, START);
    long spent = 0;
    long requests = 0;
    long now = START;
    for (int hour = 0; hour < 24 * 30; hour++) {
      now += DAY / 24;
      Answered answered = bucket.acquire(rates, TokenRequest.forOne(1, life), now);
      bucket = answered.state();
      spent += answered.grant().tokens();
      requests += answered.grant().tokens() > 0 ? 1 : 0;
    }

    long wanted = Math.min(24 * 30, burst + rate.inflow(now - START - DAY / 24 - requests * life));
    assertThat(spent).isBetween(wanted - 1, burst + rate.inflow(now - START));
  }

  @Property
  void acquire_fromABucketWithSeveralLimits_takesTheSameFromEach(
      @ForAll("limits") Rates rates, @ForAll @IntRange(min = 1, max = 5_000) int wanted) {
    long tokens = Math.min(wanted, rates.burst());
    Answered answered =
        BucketState.full(rates, START).acquire(rates, TokenRequest.forOne(tokens), START);

    for (int i = 0; i < rates.all().size(); i++) {
      Rate rate = rates.all().get(i);
      assertThat(answered.state().counts().get(i).level(rate, START))
          .isEqualTo(rate.burst() - tokens);
    }
  }

  @Property
  void refund_neverRaisesTheLevelAboveTheBurst(
      @ForAll("limits") Rates rates,
      @ForAll @LongRange(min = 0, max = 5_000_000) long elapsed,
      @ForAll @LongRange(min = -20_000, max = 20_000) long refunded) {
    BucketState before = empty(rates);
    long now = START + elapsed;
    BucketState after = before.refund(rates, refunded, now);

    for (int i = 0; i < rates.all().size(); i++) {
      Rate rate = rates.all().get(i);
      assertThat(after.counts().get(i).uncapped(rate, now))
          .isEqualTo(Math.min(rate.burst(), before.counts().get(i).level(rate, now) + refunded));
    }
  }

  @Property
  void fullIn_isTheFirstMicrosecondAtWhichTheBucketIsFull(
      @ForAll("limits") Rates rates, @ForAll @LongRange(min = 0, max = 5_000_000) long elapsed) {
    Answered answered = empty(rates).acquire(rates, TokenRequest.forOne(1), START + elapsed);
    long fullAt = START + elapsed + answered.grant().fullIn();

    assertThat(answered.state().isFull(rates, fullAt)).isTrue();
    assertThat(answered.state().isFull(rates, fullAt - 1) && fullAt > START + elapsed).isFalse();
  }

  private static BucketState empty(Rates rates) {
    return new BucketState(rates.all().stream().map(rate -> new Count(0, START)).toList());
  }

  /** From 1 in 366 days to 10^9 a second. */
  @Provide
  Arbitrary<Rate> rates() {
    return Combinators.combine(
            Arbitraries.longs().between(1, 1_000),
            Arbitraries.of(1L, 7L, 1_000L, 999_983L, 1_000_000L, 3_600_000_000L, DAY, 366 * DAY),
            Arbitraries.longs().between(1, 10_000))
        .as(Rate::new);
  }

  @Provide
  Arbitrary<Rates> limits() {
    Arbitrary<Rate> brisk =
        Combinators.combine(
                Arbitraries.longs().between(1, 3_000_000),
                Arbitraries.longs().between(10_000, 100_000_000),
                Arbitraries.longs().between(1, 10_000))
            .as(Rate::new);
    return Arbitraries.oneOf(brisk, rates()).list().ofMinSize(1).ofMaxSize(3).map(Rates::new);
  }
}
