package io.goodput.core.bucket;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.core.bucket.BucketState.Answered;
import io.goodput.core.time.ManualTime;
import io.goodput.core.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.constraints.IntRange;

/** Clients that lease tokens of one bucket, and others that take tokens directly. */
class LeasesProperties {

  private static final long START = 1_800_000_000_000_000L;

  private final ManualTime time = new ManualTime(Instant.EPOCH);
  private Spending spending = new Spending();
  private long now;
  private BucketState bucket = new BucketState(List.of());

  @Property(tries = 400)
  void spent_withAnyOrderOfRequestsAnswersLossesCrashesAndClockSteps_isAtMostBurstAndInflow(
      @ForAll("limits") Rates rates,
      @ForAll @IntRange(min = 1, max = 4) int clients,
      @ForAll long seed) {
    Random random = new Random(seed);
    spending = new Spending();
    now = START;
    bucket = BucketState.full(rates, now);
    List<Client> all = new ArrayList<>();
    for (int i = 0; i < clients; i++) {
      all.add(new Client(rates, random.nextInt(3) - 1));
    }
    for (int event = 0; event < 400; event++) {
      int who = random.nextInt(clients);
      Client client = all.get(who);
      switch (random.nextInt(16)) {
        case 0, 1 -> client.request(random.nextInt(3), random.nextInt(1 << random.nextInt(14)));
        case 2 -> client.receive();
        case 3 -> client.lose();
        case 4 -> {
          client.giveBack();
          all.set(who, new Client(rates, random.nextInt(3) - 1));
        }
        case 5 -> all.set(who, new Client(rates, random.nextInt(3) - 1));
        case 6 -> time.stepWall(Duration.ofSeconds(random.nextInt(200_000) - 100_000));
        case 7 -> direct(rates, 1 + random.nextInt((int) Math.min(rates.burst(), 50)));
        case 8, 9 -> pass(random.nextInt(60_000));
        case 10 -> pass(random.nextInt(1_000_000));
        default -> client.spend(1 + random.nextInt(40));
      }
    }

    spending.assertWithinBurstAndInflow(rates);
  }

  @Property(tries = 50)
  void request_atASteadyDemand_followsAboutTenTimesPerSecond(
      @ForAll @IntRange(min = 200, max = 100_000) int perSecond) {
    Rates ofTenSeconds = Rates.of(Rate.perSecond(Rate.MAX_PER_SECOND, 10L * Rate.MAX_PER_SECOND));

    assertThat(requestsInTheThirdSecond(ofTenSeconds, perSecond)).isBetween(5L, 20L);
  }

  @Property(tries = 50)
  void request_forALargeBurst_followsAFewTimesPerSecond(
      @ForAll @IntRange(min = 20, max = 100_000) int perSecond) {
    Rates ofAMinute = Rates.of(Rate.perSecond(Rate.MAX_PER_SECOND, 60L * Rate.MAX_PER_SECOND));

    assertThat(requestsInTheThirdSecond(ofAMinute, perSecond)).isBetween(1L, 5L);
  }

  private long requestsInTheThirdSecond(Rates rates, int demandPerSecond) {
    now = START;
    bucket = BucketState.full(rates, now);
    Client client = new Client(rates, 0);
    long requestsBefore = 0;
    for (int second = 0; second < 3; second++) {
      requestsBefore = client.requests;
      for (int i = 0; i < demandPerSecond; i++) {
        pass(1_000_000 / demandPerSecond);
        client.spendOrRequest();
      }
    }
    return client.requests - requestsBefore;
  }

  @Property(tries = 50)
  void request_forASlowLimit_isForLittleInAdvance(
      @ForAll @IntRange(min = 1, max = 1_000) int perDay) {
    Leases leases = new Leases(time);
    AnswerAges ages = new AnswerAges();
    ages.add(0);
    leases.missed(1_000_000);
    time.advanceNanos(1_000_000);
    leases.missed(1_000_000);
    Rates rates = Rates.of(new Rate(perDay, 86_400_000_000L, perDay));

    assertThat(leases.request(rates, 1, 1, ages).most()).isLessThanOrEqualTo(1 + perDay / 64);
  }

  @Property(tries = 200)
  void firstRequest_forSeveralCallers_isForThemAgainButNoMoreThanFlowInDuringItsLife(
      @ForAll @IntRange(min = 1, max = 100_000) int perSecond,
      @ForAll @IntRange(min = 1, max = 500) int due) {
    AnswerAges ages = new AnswerAges();
    ages.add(0);
    Rates rates = Rates.of(Rate.perSecond(perSecond, Math.max(1_000, perSecond)));

    TokenRequest first = new Leases(time).request(rates, 1, due, ages);

    assertThat(first.most() - due)
        .isEqualTo(Math.min(due - 1, perSecond * first.life() / Rate.MICROS));
  }

  @Example
  void secondRequest_withinASecond_hasInAdvanceWhatTheDemandSuggests() {
    AnswerAges ages = new AnswerAges();
    ages.add(0);
    Rates rates = Rates.of(Rate.perSecond(10_000, 10_000));
    Leases leases = new Leases(time);
    TokenRequest first = leases.request(rates, 1, 10, ages);
    leases.answered(rates, first, Grant.NONE, 0, time.monotonicNanos());
    time.advance(Duration.ofMillis(900));

    assertThat(leases.request(rates, 1, 10, ages).most()).isEqualTo(10 + 1);
  }

  @Example
  void firstRequest_forOneCallerOfManyTokens_hasNothingInAdvance() {
    AnswerAges ages = new AnswerAges();
    ages.add(0);
    Rates rates = Rates.of(Rate.perSecond(100, 100_000));

    assertThat(new Leases(time).request(rates, 100, 100, ages).most()).isEqualTo(100);
  }

  @Example
  void request_limitsAreUnknown_beginsWithAShortLife() {
    AnswerAges ages = new AnswerAges();
    ages.add(0);

    assertThat(new Leases(time).request(Rates.UNKNOWN, 1, 1, ages).life())
        .isEqualTo(Leases.FIRST_LIFE);
  }

  @Example
  void giveBack_afterAnotherLease_leavesRoomForTheInflowDuringThatLease() {
    Rates rates = Rates.of(Rate.perSecond(125, 100));
    TokenRequest all = new TokenRequest(1, 0, rates.burst(), rates.leaseLife());
    Answered first = BucketState.full(rates, START).acquire(rates, all, START);
    Answered second = first.state().acquire(rates, all, START + 190_000);
    BucketState after = second.state().giveBack(rates, first.grant().tokens(), first.grant());
    long atTheEndOfTheSecond = after.level(rates, START + 389_000) + second.grant().tokens();
    assertThat(atTheEndOfTheSecond).isLessThanOrEqualTo(rates.burst());
  }

  @Example
  void unspent_ofALeaseThatHasExpired_isZero() {
    Rates rates = Rates.of(Rate.perSecond(125, 100));
    TokenRequest request = new TokenRequest(1, 0, 50, rates.leaseLife());
    Grant grant = BucketState.full(rates, START).acquire(rates, request, START).grant();
    Leases leases = new Leases(time);
    leases.answered(rates, request, grant, grant.tokens(), time.monotonicNanos());
    assertThat(leases.unspent(time.monotonicNanos())).isEqualTo(50);

    pass(rates.leaseLife());
    assertThat(leases.unspent(time.monotonicNanos())).isZero();
  }

  @Property(tries = 20)
  void demand_ofTwiceTheRateFromAFullBucket_costsTheInflowOfLessThan60Millis(
      @ForAll @IntRange(min = 1_000, max = 20_000) int perSecond) {
    now = START;
    Rates rates = Rates.of(Rate.perSecond(perSecond, perSecond));
    bucket = BucketState.full(rates, now);
    Client client = new Client(rates, 0);
    client.ages.add(0);
    long spent = 0;
    for (int i = 0; i < 2 * 3 * perSecond; i++) {
      time.advanceNanos(500_000_000 / perSecond);
      now = START + i * 500_000L / perSecond;
      spent += client.spendOrMiss();
    }

    long accountedFor =
        spent + bucket.level(rates, now) + client.leases.unspent(client.clock.monotonicNanos());
    assertThat(accountedFor).isGreaterThan(rates.burst() + rates.inflow(2_940_000));
  }

  @Example
  void request_forWaitingCallersOfASmallBucket_livesAnEighthOfItsTimeToFill() {
    Rates rates = Rates.of(Rate.perSecond(1, 1));
    Leases leases = new Leases(time);
    AnswerAges ages = new AnswerAges();
    ages.add(0);
    long life = 0;
    for (int i = 0; i < 10; i++) {
      time.advanceNanos(500_000_000);
      life = leases.request(rates, 1, 1, ages).life();
    }

    assertThat(life).isEqualTo(125_000);
  }

  @Example
  void life_afterAnAnswerOfALowBucket_isMostOfTheTimeUntilItCanBeFullButAtMostASecond() {
    Rates rates = Rates.of(Rate.perSecond(1_000, 1_000));

    assertThat(lifeAfter(rates, fullIn(800_000), 0)).isEqualTo(700_000);
    assertThat(lifeAfter(rates, fullIn(800_000), 400_000)).isEqualTo(350_000);
    assertThat(lifeAfter(rates, fullIn(60_000_000), 900_000)).isEqualTo(1_000_000);
    assertThat(lifeAfter(rates, fullIn(0), 0)).isEqualTo(Leases.FIRST_LIFE);
  }

  @Example
  void life_withSeveralLimits_endsBeforeTheFirstOfThemCanBeFull() {
    Rates rates = Rates.of(Rate.perSecond(1_000, 1_000), Rate.perSecond(1_000, 4_000));
    Grant grant = new Grant(0, 0, 0, 0, 0, 4_000_000, 0, 0, Long.MAX_VALUE, List.of(200L, 0L));

    assertThat(lifeAfter(rates, grant, 0)).isEqualTo(699_125);
  }

  private static Grant fullIn(long micros) {
    return new Grant(0, 0, 0, 0, 0, micros, 0, 0);
  }

  /** The life of tokens that are requested some microseconds after an answer. */
  private long lifeAfter(Rates rates, Grant answer, long micros) {
    Leases leases = new Leases(time);
    AnswerAges ages = new AnswerAges();
    ages.add(0);
    leases.answered(rates, TokenRequest.NOTHING, answer, 0, time.monotonicNanos());
    pass(micros);
    leases.missed(100);
    return leases.request(rates, 1, 0, ages).life();
  }

  @Example
  void isBucketLow_afterAnAnswerThatLeftLessThanFlowsInDuringAPause() {
    Rates rates = Rates.of(Rate.perSecond(1_000, 1_000));
    assertThat(low(rates, 1, 40)).isTrue();
    assertThat(low(rates, 1, 60)).isFalse();
  }

  @Example
  void isBucketLow_afterARequestForMany_isFalse() {
    Rates rates = Rates.of(Rate.perSecond(1_000, 1_000));
    assertThat(low(rates, 100, 40)).isFalse();
  }

  @Example
  void isBucketLow_atALimitOfLessThanATokenInAPause_isFalse() {
    Rates rates = Rates.of(Rate.perSecond(10, 10));
    assertThat(low(rates, 1, 0)).isFalse();
  }

  private boolean low(Rates rates, long least, long left) {
    Leases leases = new Leases(time);
    TokenRequest request = new TokenRequest(least, 0, 200, rates.leaseLife());
    leases.answered(rates, request, new Grant(0, left, 0, 0, 0, 0, 0, 0), 0, time.monotonicNanos());
    return leases.isBucketLow();
  }

  private void direct(Rates rates, long tokens) {
    Answered answered = bucket.acquire(rates, TokenRequest.forOne(tokens), now);
    bucket = answered.state();
    spending.add(now, answered.grant().tokens());
  }

  private void pass(long micros) {
    now += micros;
    time.advanceNanos(TimeUnit.MICROSECONDS.toNanos(micros));
  }

  @Provide
  Arbitrary<Rates> limits() {
    Arbitrary<Rate> rate =
        Combinators.combine(
                Arbitraries.longs().between(1, 20_000),
                Arbitraries.longs().between(100_000, 10_000_000),
                Arbitraries.longs().between(1, 5_000))
            .as(Rate::new);
    // A period ends 1 to 10 s after the start.
    Arbitrary<Rate> calendar =
        Combinators.combine(
                Arbitraries.longs().between(1, 5_000), Arbitraries.integers().between(1, 10))
            .as(
                (tokens, seconds) ->
                    Rate.perCalendar(
                        tokens,
                        new CalendarPeriod(
                            ChronoUnit.DAYS, ZoneOffset.ofTotalSeconds(57_600 - seconds))));
    return Arbitraries.frequencyOf(Tuple.of(2, rate), Tuple.of(1, calendar))
        .list()
        .ofMinSize(1)
        .ofMaxSize(3)
        .map(Rates::new);
  }

  /**
   * Clocks of a machine that started at another time, with a wall clock that is a day ahead.
   *
   * @param speed of the monotonic clock: 1 if it runs as fast as is allowed, -1 if as slow
   */
  private record OwnClock(TimeSource time, long begin, int speed) implements TimeSource {

    @Override
    public long monotonicNanos() {
      long elapsed = time.monotonicNanos() - begin;
      return 7 * begin + elapsed + speed * elapsed / 64;
    }

    @Override
    public long wallNanos() {
      return time.wallNanos() + TimeUnit.DAYS.toNanos(1);
    }
  }

  /** One process. An answer is in transit until the client receives or loses it. */
  private final class Client {

    private final Rates rates;
    private final TimeSource clock;
    private final Leases leases;
    private final AnswerAges ages = new AnswerAges();
    private long since;
    private TokenRequest request = TokenRequest.forOne(1);
    private Grant answer = Grant.NONE;
    private boolean isWaiting;
    private long requests;

    Client(Rates rates, int speed) {
      this.rates = rates;
      this.clock = new OwnClock(time, time.monotonicNanos(), speed);
      this.leases = new Leases(clock);
    }

    void request(long due, long demand) {
      if (isWaiting || !leases.beginRequest()) {
        return;
      }
      leases.missed(demand);
      request = leases.request(rates, 1, Math.min(due, rates.burst()), ages);
      since = clock.monotonicNanos();
      Answered answered = bucket.acquire(rates, request, now);
      bucket = answered.state();
      answer = answered.grant();
      isWaiting = true;
      requests++;
    }

    void receive() {
      if (isWaiting) {
        long age = clock.monotonicNanos() - since;
        ages.add(age);
        if (request.isOver(age, answer)) {
          leases.failed();
        } else {
          spending.add(now, Math.min(answer.tokens(), request.due()));
          leases.answered(
              rates, request, answer, Math.max(0, answer.tokens() - request.due()), since);
        }
        isWaiting = false;
      }
    }

    void lose() {
      if (isWaiting) {
        leases.failed();
        isWaiting = false;
      }
    }

    void spend(long tokens) {
      if (leases.spend(tokens)) {
        spending.add(now, tokens);
      }
    }

    void spendOrRequest() {
      if (!leases.spend(1)) {
        request(1, 30);
        receive();
      } else if (leases.isLow() && leases.pauseNanos() == 0) {
        request(0, 30);
        receive();
      }
    }

    /** Spends a token if there is one, and requests more if that is due. Returns tokens spent. */
    long spendOrMiss() {
      boolean spent = leases.spend(1);
      if (leases.pauseNanos() > 0) {
        leases.missed(spent ? 0 : 1);
        return spent ? 1 : 0;
      }
      if (spent && !leases.isLow()) {
        return 1;
      }
      request(spent ? 0 : 1, 0);
      receive();
      return spent ? 1 : Math.min(1, answer.tokens());
    }

    void giveBack() {
      for (Leases.Unspent unspent : leases.surrender()) {
        bucket = bucket.giveBack(rates, unspent.tokens(), unspent.grant());
      }
    }
  }
}
