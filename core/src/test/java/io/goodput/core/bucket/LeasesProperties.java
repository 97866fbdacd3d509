package io.goodput.core.bucket;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.core.bucket.BucketState.Answered;
import io.goodput.core.time.ManualTime;
import io.goodput.core.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
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
import net.jqwik.api.constraints.IntRange;

/** Clients that lease from one bucket, and others that take from it directly. */
class LeasesProperties {

  private static final long START = 1_800_000_000_000_000L;

  private final ManualTime time = new ManualTime(Instant.EPOCH);
  private Spending spending = new Spending();
  private long now;
  private BucketState bucket = new BucketState(0, 0);

  @Property(tries = 400)
  void spent_inAnyOrderOfAsksAnswersLossesCrashesAndClockJumps_isNeverMoreThanBurstAndInflow(
      @ForAll("rates") Rate rate,
      @ForAll @IntRange(min = 1, max = 4) int clients,
      @ForAll long seed) {
    Random random = new Random(seed);
    spending = new Spending();
    now = START;
    bucket = BucketState.full(rate, now);
    List<Client> all = new ArrayList<>();
    for (int i = 0; i < clients; i++) {
      all.add(new Client(rate, random.nextInt(3) - 1));
    }
    for (int event = 0; event < 400; event++) {
      int who = random.nextInt(clients);
      Client client = all.get(who);
      switch (random.nextInt(16)) {
        case 0, 1 -> client.ask(random.nextInt(3), random.nextInt(1 << random.nextInt(14)));
        case 2 -> client.hear();
        case 3 -> client.neverHear();
        case 4 -> {
          client.giveBack();
          all.set(who, new Client(rate, random.nextInt(3) - 1));
        }
        case 5 -> all.set(who, new Client(rate, random.nextInt(3) - 1));
        case 6 -> time.stepWall(Duration.ofSeconds(random.nextInt(200_000) - 100_000));
        case 7 -> direct(rate, 1 + random.nextInt((int) Math.min(rate.burst(), 50)));
        case 8, 9 -> pass(random.nextInt(60_000));
        case 10 -> pass(random.nextInt(1_000_000));
        default -> client.spend(1 + random.nextInt(40));
      }
    }

    spending.assertNeverMoreThan(rate);
  }

  @Property(tries = 50)
  void ask_atASteadyDemand_followsTenTimesASecond(
      @ForAll @IntRange(min = 200, max = 100_000) int perSecond) {
    now = START;
    Rate plenty = new Rate(Rate.MAX_PER_SECOND, Rate.MAX_BURST);
    bucket = BucketState.full(plenty, now);
    Client client = new Client(plenty, 0);
    long asksBefore = 0;
    for (int second = 0; second < 3; second++) {
      asksBefore = client.asks;
      for (int i = 0; i < perSecond; i++) {
        pass(1_000_000 / perSecond);
        client.spendOrAsk();
      }
    }

    assertThat(client.asks - asksBefore).isBetween(5L, 20L);
  }

  @Example
  void giveBack_afterAnotherHasLeased_leavesRoomForWhatFlowsInDuringThatLease() {
    Rate rate = new Rate(125, 100);
    Ask all = new Ask(1, 0, rate.burst(), rate.leaseLife());
    Answered first = BucketState.full(rate, START).take(rate, all, START);
    Answered second = first.state().take(rate, all, START + 190_000);
    BucketState after = second.state().giveBack(rate, first.grant().tokens(), first.grant());
    long atTheEndOfTheSecond = after.level(rate, START + 389_000) + second.grant().tokens();
    assertThat(atTheEndOfTheSecond).isLessThanOrEqualTo(rate.burst());
  }

  private void direct(Rate rate, long tokens) {
    Answered answered = bucket.take(rate, Ask.forOne(tokens), now);
    bucket = answered.state();
    spending.add(now, answered.grant().tokens());
  }

  private void pass(long micros) {
    now += micros;
    time.advanceNanos(TimeUnit.MICROSECONDS.toNanos(micros));
  }

  @Provide
  Arbitrary<Rate> rates() {
    return Combinators.combine(
            Arbitraries.longs().between(1, 20_000), Arbitraries.longs().between(1, 5_000))
        .as(Rate::new);
  }

  /**
   * Clocks of a machine that has been on for another time, and is a day off.
   *
   * @param speed 1 if it runs fast, -1 if it runs slow, as much as is allowed
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

  /** One process. Its answers are on their way until it hears them. */
  private final class Client {

    private final Rate rate;
    private final Leases leases;
    private Ask asked = Ask.forOne(1);
    private Grant answer = new Grant(0, 0, 0, 0);
    private boolean waits;
    private long asks;

    Client(Rate rate, int speed) {
      this.rate = rate;
      this.leases = new Leases(rate, new OwnClock(time, time.monotonicNanos(), speed));
    }

    void ask(long due, long demand) {
      if (waits || !leases.beginAsking()) {
        return;
      }
      leases.missed(demand);
      asked = leases.ask(1, Math.min(due, rate.burst()));
      Answered answered = bucket.take(rate, asked, now);
      bucket = answered.state();
      answer = answered.grant();
      // What is due was decided by the bucket itself, at this moment of its clock.
      spending.add(now, Math.min(answer.tokens(), asked.due()));
      waits = true;
      asks++;
    }

    void hear() {
      if (waits) {
        leases.answered(asked, answer, Math.max(0, answer.tokens() - asked.due()));
        waits = false;
      }
    }

    void neverHear() {
      if (waits) {
        leases.failed();
        waits = false;
      }
    }

    void spend(long tokens) {
      if (leases.spend(tokens)) {
        spending.add(now, tokens);
      }
    }

    void spendOrAsk() {
      if (!leases.spend(1)) {
        ask(1, 30);
        hear();
      } else if (leases.isLow() && leases.pause() == 0) {
        ask(0, 30);
        hear();
      }
    }

    void giveBack() {
      for (Leases.Unspent unspent : leases.surrender()) {
        bucket = bucket.giveBack(rate, unspent.tokens(), unspent.grant());
      }
    }
  }
}
