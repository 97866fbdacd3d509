package io.goodput.core.bucket;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.core.bucket.BucketState.Answered;
import io.goodput.core.time.ManualTime;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;

/** Buckets with a calendar limit, at moments around the boundaries of its periods. */
class CalendarProperties {

  private static final long START = 1_800_000_000_000_000L;

  private static final CalendarPeriod DAYS = new CalendarPeriod(ChronoUnit.DAYS, ZoneOffset.UTC);

  /**
   * Tokens are spent at any age that their life permits, and may be put back meanwhile. The clock
   * never steps back here: ages of live tokens and a clock that stepped back have no common scale.
   */
  @Property
  void spent_inEachPeriod_isAtMostTheTokensOfThePeriod(
      @ForAll @LongRange(min = 1, max = 200) long tokens,
      @ForAll @LongRange(min = 1, max = 50) long burst,
      @ForAll @Size(max = 80) List<@LongRange(min = 0, max = 3_000_000) Long> steps,
      @ForAll boolean isFirst,
      @ForAll Random random) {
    Rate calendar = Rate.perCalendar(tokens, DAYS);
    Rate other = Rate.perSecond(20, burst);
    Rates rates = isFirst ? Rates.of(calendar, other) : Rates.of(other, calendar);
    Spending spending = new Spending();
    Map<Long, Long> spentAt = new TreeMap<>();
    BucketState bucket = BucketState.full(rates, START);
    // The steps take about as long as two minutes, and three periods end meanwhile.
    long now = DAYS.end(START) - 20_000_000;
    for (long step : steps) {
      now += step;
      if (random.nextInt(30) == 0) {
        now = Math.max(now, DAYS.end(now) - random.nextLong(3_000_000));
      }
      long most = 1 + random.nextLong(60);
      TokenRequest request =
          new TokenRequest(1, random.nextLong(most + 1), most, random.nextLong(2_000_000));
      Answered answered = bucket.acquire(rates, request.waiting(random.nextLong(5_000_000)), now);
      Grant grant = answered.grant();
      long unspent = grant.tokens() > 0 && random.nextInt(4) == 0 ? 1 : 0;
      bucket = answered.state().giveBack(rates, unspent, grant);
      if (grant.tokens() > unspent) {
        assertThat(grant.isOwed()).isFalse();
        // Tokens without a life are spent at the moment of the grant.
        long at = now + random.nextLong(Math.max(1, request.lifeOf(grant)));
        spentAt.merge(at, grant.tokens() - unspent, Long::sum);
      }
    }

    spentAt.forEach(spending::add);
    spending.assertWithinBurstAndInflow(rates);
  }

  @Property
  void lease_whosePeriodHasEnded_isNotSpent(
      @ForAll @LongRange(min = 1_000_000, max = 5_000_000) long life,
      @ForAll @LongRange(min = 1, max = 1_000_000) long until) {
    Rates rates = Rates.of(Rate.perCalendar(1_000, DAYS));
    ManualTime time = new ManualTime(Instant.EPOCH);
    Leases leases = new Leases(time);
    TokenRequest request = new TokenRequest(1, 0, 10, life);
    Grant grant =
        BucketState.full(rates, START).acquire(rates, request, DAYS.end(START) - until).grant();
    leases.answered(rates, request, grant, grant.tokens(), time.monotonicNanos());
    assertThat(leases.spend(1)).isTrue();
    time.advanceNanos(TimeUnit.MICROSECONDS.toNanos(until));

    assertThat(leases.spend(1)).isFalse();
    assertThat(leases.spendUpTo(1, time.monotonicNanos())).isZero();
  }

  @Property
  void bucket_atTheStartOfAPeriod_isFull(
      @ForAll @IntRange(min = 1, max = 1_000) int tokens,
      @ForAll @LongRange(min = 0, max = 86_399_999_999L) long until) {
    Rates rates = Rates.of(Rate.perCalendar(tokens, DAYS));
    long end = DAYS.end(START);
    Answered taken =
        BucketState.full(rates, START)
            .refund(rates, -5, START)
            .acquire(rates, new TokenRequest(1, tokens, tokens, 0), end - 1 - until);

    assertThat(taken.grant().tokens()).isEqualTo(Math.max(0, tokens - 5));
    assertThat(taken.state().level(rates, end - 1)).isLessThanOrEqualTo(0);
    assertThat(taken.state().level(rates, end)).isEqualTo(tokens);
  }

  @Property
  void refusal_saysWhenThePeriodEnds(
      @ForAll @IntRange(min = 1, max = 1_000) int tokens,
      @ForAll @LongRange(min = 0, max = 3_600_000_000L) long elapsed) {
    Rates rates = Rates.of(Rate.perCalendar(tokens, DAYS));
    BucketState empty = BucketState.full(rates, START).refund(rates, -tokens, START);
    Grant refused = empty.acquire(rates, TokenRequest.forOne(1), START + elapsed).grant();

    assertThat(refused.tokens()).isZero();
    assertThat(refused.enoughIn())
        .isEqualTo(refused.fullIn())
        .isEqualTo(DAYS.end(START) - START - elapsed);
  }

  @Property
  void bucket_whoseClockStepsBackOverABoundary_isNotFullAgain(
      @ForAll @LongRange(min = 1, max = 5_000_000) long back) {
    Rates rates = Rates.of(Rate.perCalendar(10, DAYS));
    long end = DAYS.end(START);
    TokenRequest all = new TokenRequest(1, 10, 10, 0);
    BucketState taken = BucketState.full(rates, START).acquire(rates, all, end).state();
    BucketState later = taken.acquire(rates, all, end - back).state();

    assertThat(later.acquire(rates, all, end + 1).grant().tokens()).isZero();
  }
}
