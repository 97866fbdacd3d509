package io.goodput.core.bucket;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.core.bucket.BucketState.Answered;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
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

  @Property
  void spent_withAnyRequestsAndClockSteps_isAtMostBurstAndInflow(
      @ForAll("rates") Rate rate,
      @ForAll @Size(max = 60) List<@LongRange(min = -50_000, max = 2_000_000) Long> steps,
      @ForAll @IntRange(min = 1, max = 5_000) int wanted) {
    Spending spending = new Spending();
    BucketState bucket = BucketState.full(rate, START);
    long now = START;
    for (long step : steps) {
      now += step;
      long tokens = Math.min(wanted, rate.burst());
      Answered answered = bucket.take(rate, new TokenRequest(1, tokens, tokens, 0), now);
      bucket = answered.state();
      spending.add(answered.grant().at(), answered.grant().tokens());
    }

    spending.assertWithinBurstAndInflow(rate);
  }

  @Property
  void spent_whenEachRequestTakesAll_isExactlyTheInflow(
      @ForAll("rates") Rate rate,
      @ForAll @Size(max = 200) List<@LongRange(min = 0, max = 3_000) Long> steps) {
    Rate deep = new Rate(rate.perSecond(), Rate.MAX_BURST);
    BucketState bucket = new BucketState(0, START);
    long now = START;
    long spent = 0;
    for (long step : steps) {
      now += step;
      Answered answered =
          bucket.take(deep, new TokenRequest(1, Rate.MAX_BURST, Rate.MAX_BURST, 0), now);
      bucket = answered.state();
      spent += answered.grant().tokens();
    }

    assertThat(spent).isEqualTo(deep.inflow(now - START));
  }

  @Property
  void spent_atTheEndOfTheLife_isAtMostBurstAndInflow(
      @ForAll("rates") Rate rate,
      @ForAll @Size(max = 60) List<@LongRange(min = 0, max = 400_000) Long> steps,
      @ForAll @IntRange(min = 1, max = 5_000) int wanted,
      @ForAll @LongRange(min = 0, max = 1_000_000) long life) {
    Spending spending = new Spending();
    BucketState bucket = BucketState.full(rate, START);
    long now = START;
    long endOfLast = START;
    for (long step : steps) {
      now += step;
      long tokens = Math.min(wanted, rate.burst());
      // All tokens of a life are spent at its end, when the answers arrive together.
      boolean sameLife = now < endOfLast;
      long left = sameLife ? endOfLast - now : life;
      Answered answered = bucket.take(rate, new TokenRequest(1, tokens, tokens, left), now);
      bucket = answered.state();
      endOfLast = now + left;
      spending.add(endOfLast, answered.grant().tokens());
    }

    spending.assertWithinBurstAndInflow(rate);
  }

  @Property
  void take_ofABucketCountedFarAhead_countsAgain(
      @ForAll("rates") Rate rate, @ForAll @LongRange(min = 0, max = 1L << 50) long ahead) {
    BucketState after =
        new BucketState(0, START + ahead).take(rate, TokenRequest.forOne(1), START).state();

    assertThat(after.countedAt()).isEqualTo(START + Math.min(ahead, BucketState.FARTHEST_AHEAD));
  }

  @Property
  void enoughIn_ofARejection_endsAtTheFirstMicrosecondWithEnough(
      @ForAll("rates") Rate rate,
      @ForAll @LongRange(min = 0, max = 5_000_000) long elapsed,
      @ForAll @LongRange(min = 1, max = 5_000) long wanted) {
    long least = Math.min(wanted, rate.burst());
    BucketState empty = new BucketState(0, START);
    long now = START + elapsed;
    Grant grant = empty.take(rate, TokenRequest.forOne(least), now).grant();
    if (grant.tokens() == 0) {
      assertThat(empty.level(rate, now + grant.enoughIn())).isGreaterThanOrEqualTo(least);
      assertThat(empty.level(rate, now + grant.enoughIn() - 1)).isLessThan(least);
    }
  }

  @Property
  void take_inAdvance_isAtMostHalfOfTheLevel(
      @ForAll("rates") Rate rate, @ForAll @LongRange(min = 1, max = 100_000) long ahead) {
    Grant grant =
        BucketState.full(rate, START)
            .take(rate, new TokenRequest(1, 0, ahead, rate.leaseLife()), START)
            .grant();

    assertThat(grant.tokens()).isLessThanOrEqualTo(grant.left() + 1);
  }

  @Property
  void left_isTheLevelAtTheMomentOfTheAnswer(
      @ForAll("rates") Rate rate, @ForAll @LongRange(min = 0, max = 5_000_000) long elapsed) {
    Answered answered =
        new BucketState(0, START).take(rate, new TokenRequest(1, 1, 1, 0), START + elapsed);

    assertThat(answered.state().level(rate, START + elapsed)).isEqualTo(answered.grant().left());
  }

  @Provide
  Arbitrary<Rate> rates() {
    return Combinators.combine(
            Arbitraries.longs().between(1, 3_000_000), Arbitraries.longs().between(1, 10_000))
        .as(Rate::new);
  }
}
