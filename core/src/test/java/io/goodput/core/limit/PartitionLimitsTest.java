package io.goodput.core.limit;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.core.time.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class PartitionLimitsTest {

  private static final long KEY = 4711;
  private static final double UNLIKELY = 0.999;
  private static final Limit LIMIT = Limit.of(100, 3);
  private static final int TICKS_A_SECOND = 20;

  /** Spreads keys, which are hashes, over the table. */
  private static final long HASH = 0x9e37_79b9_7f4a_7c15L;

  private final ManualTime time = new ManualTime(Instant.parse("2026-01-01T00:00:00Z"));
  private final PartitionLimits limits = new PartitionLimits(time, new PartitionCounters(64));

  @Test
  void admit_withLimitZero_rejectsTheFirstOperation() {
    assertThat(limits.admit(limits.now(), KEY, Limit.of(0, 3), 0)).isFalse();
  }

  @Test
  void admitJointly_withLimitZero_rejectsTheFirstOperation() {
    assertThat(limits.admitJointly(limits.now(), KEY, Limit.of(0, 3), 0)).isFalse();
  }

  @Test
  void admitJointly_whileOthersReportTenTimesTheLimit_admitsWithAProbabilityOfATenth() {
    second(LIMIT, 1, 1_000);

    assertThat(limits.admitJointly(limits.now(), KEY, LIMIT, 0.11)).isFalse();
    assertThat(limits.admitJointly(limits.now(), KEY, LIMIT, 0.09)).isTrue();
  }

  @Test
  void admit_whileOthersReportTheSameDemand_admitsHalfTheLimit() {
    second(LIMIT, 1_000, 1_000);

    assertThat(second(LIMIT, 1_000, 1_000)).isBetween(48, 52);
  }

  @Test
  void demandPerSecond_whileOthersReport_includesTheirDemand() {
    second(LIMIT, 1_000, 4_000);

    assertThat(limits.demandPerSecond(KEY, LIMIT)).isBetween(4_750.0, 5_250.0);
  }

  @Test
  void nanosToEndOfSecond_withinASecond_isWhatIsLeftOfIt() {
    time.advance(Duration.ofMillis(300));

    assertThat(Duration.ofNanos(limits.nanosToEndOfSecond()))
        .isCloseTo(Duration.ofMillis(700), Duration.ofMillis(1));
  }

  @Test
  void nanosToEndOfSecond_rightBeforeItsEnd_isAHundredth() {
    time.advance(Duration.ofMillis(999));

    assertThat(Duration.ofNanos(limits.nanosToEndOfSecond())).isEqualTo(Duration.ofMillis(10));
  }

  @Test
  void demandPerSecond_ofThisNodeAlone_isWhatItCounts() {
    for (int i = 0; i < 40; i++) {
      limits.account(limits.now(), KEY);
    }

    assertThat(limits.demandPerSecond(KEY, LIMIT)).isEqualTo(limits.perSecond(KEY));
  }

  @Test
  void shared_isTheNumberOfBusyPartitionsUntilTheyAreQuiet() {
    assertThat(limits.shared()).isZero();

    second(LIMIT, 1_000, 1_000);
    assertThat(limits.shared()).isEqualTo(1);

    for (int quiet = 0; quiet < 10; quiet++) {
      second(LIMIT, 0, 0);
    }
    assertThat(limits.shared()).isZero();
  }

  @Test
  void admit_afterTheOthersStopReporting_admitsTheWholeLimitWithinTwoSeconds() {
    second(LIMIT, 1_000, 1_000);
    second(LIMIT, 1_000, 0);
    second(LIMIT, 1_000, 0);

    assertThat(second(LIMIT, 1_000, 0)).isBetween(98, 102);
  }

  @Test
  void admit_afterTheLimitIsAltered_admitsTheNewLimit() {
    second(LIMIT, 1_000, 0);
    Limit altered = Limit.of(500, 3);
    second(altered, 1_000, 0);

    assertThat(second(altered, 1_000, 0)).isBetween(490, 510);
  }

  @Test
  void admit_operationRightAfterTheLimitIsRaised_isAdmitted() {
    second(LIMIT, 1_000, 10_000);

    assertThat(limits.admit(limits.now(), KEY, Limit.of(1_000_000, 3), UNLIKELY)).isTrue();
  }

  @Test
  void admitJointly_operationRightAfterTheLimitIsRaised_isAdmitted() {
    second(Limit.of(0, 3), 0, 20);

    assertThat(limits.admitJointly(limits.now(), KEY, Limit.of(1_000, 3), UNLIKELY)).isTrue();
  }

  @Test
  void admitJointly_operationRightAfterANodeJoins_isDecidedAsBefore() {
    second(LIMIT, 1, 1_000);

    assertThat(limits.admitJointly(limits.now(), KEY, Limit.of(100, 3, 4), 0.11)).isFalse();
  }

  @Test
  void tick_afterDemandWorthSharing_returnsIt() {
    second(LIMIT, 60, 0);
    second(LIMIT, 60, 0);

    assertThat(limits.tick())
        .singleElement()
        .satisfies(demand -> assertThat(demand.key()).isEqualTo(KEY))
        .satisfies(demand -> assertThat(demand.perSecond()).isBetween(57.0, 63.0));
  }

  @Test
  void tick_afterASecondWithoutDemand_isEmpty() {
    second(LIMIT, 60, 0);
    second(LIMIT, 0, 0);
    second(LIMIT, 0, 0);

    assertThat(limits.tick()).isEmpty();
  }

  @Test
  void relayed_afterAReportOfAnotherNode_isTheDemandOfAllButThatNode() {
    limits.take(new DemandReport("third", 20, List.of(new PartitionDemand(KEY, LIMIT, 30, 0))));
    second(LIMIT, 60, 10);

    assertThat(limits.reporters()).containsExactlyInAnyOrder("other", "third");
    assertThat(limits.relayed("other"))
        .singleElement()
        .satisfies(demand -> assertThat(demand.perSecond()).isBetween(57.0, 63.0))
        .satisfies(demand -> assertThat(demand.others()).isEqualTo(30));
  }

  @Test
  void take_reportThatNamesThePartitionNoMore_endsTheDemand() {
    PartitionDemand demand = new PartitionDemand(KEY, LIMIT, 1_000, 0);
    limits.take(new DemandReport("other", 20, List.of(demand)));
    second(LIMIT, 1_000, 0);
    limits.take(new DemandReport("other", 20, List.of()));

    assertThat(second(LIMIT, 1_000, 0)).isGreaterThan(90);
  }

  @Test
  void relayed_partitionWithoutDemandNow_isStillToldToTheNodeThatNamedIt() {
    limits.take(new DemandReport("idle", 1, List.of(new PartitionDemand(KEY, LIMIT, 30, 0))));
    limits.take(new DemandReport("idle", 1, List.of()));
    limits.take(new DemandReport("other", 20, List.of(new PartitionDemand(KEY, LIMIT, 70, 0))));
    limits.tick();

    assertThat(limits.relayed("idle"))
        .singleElement()
        .satisfies(demand -> assertThat(demand.others()).isEqualTo(70));
  }

  @Test
  void reporters_nodeSilentForAMinute_isForgotten() {
    limits.take(new DemandReport("silent", 1, List.of(new PartitionDemand(KEY, LIMIT, 30, 0))));

    for (int tick = 0; tick < 60 * TICKS_A_SECOND; tick++) {
      time.advanceNanos(PartitionLimits.TICK_NANOS);
      limits.tick();
    }

    assertThat(limits.reporters()).isEmpty();
  }

  @Test
  @DisplayName("A busy partition finds a place among ten thousand lukewarm ones")
  void tick_manyLukewarmPartitions_stillReturnsTheBusyOne() {
    PartitionLimits many = new PartitionLimits(time, new PartitionCounters(1 << 15));
    for (int tick = 0; tick < 2 * TICKS_A_SECOND; tick++) {
      for (long i = 0; i < 10_000; i++) {
        boolean unused = many.admit(many.now(), i * HASH, LIMIT, UNLIKELY);
      }
      for (int i = 0; tick > TICKS_A_SECOND && i < 50; i++) {
        boolean unused = many.admit(many.now(), KEY, LIMIT, UNLIKELY);
      }
      time.advanceNanos(PartitionLimits.TICK_NANOS);
      many.tick();
    }

    assertThat(many.tick()).extracting(PartitionDemand::key).contains(KEY);
  }

  @Test
  @DisplayName("As many equally busy partitions as promised are shared")
  void tick_asManyBusyPartitionsAsPromised_returnsAllButOnePercent() {
    PartitionLimits many = new PartitionLimits(time, new PartitionCounters(1 << 15));
    long[] keys = new SplittableRandom(7).longs(PartitionLimits.SHARED_PARTITIONS).toArray();
    for (int tick = 0; tick < 3 * TICKS_A_SECOND; tick++) {
      for (long key : keys) {
        boolean unused = many.admit(many.now(), key, LIMIT, UNLIKELY);
      }
      time.advanceNanos(PartitionLimits.TICK_NANOS);
      many.tick();
    }

    assertThat(many.tick().size()).isGreaterThan(keys.length * 99 / 100);
  }

  /**
   * A second of evenly spaced operations, whose number is a multiple of twenty; another node
   * reports.
   */
  private int second(Limit limit, int operations, double reported) {
    int admitted = 0;
    int perTick = operations / TICKS_A_SECOND;
    for (int tick = 0; tick < TICKS_A_SECOND; tick++) {
      if (reported > 0) {
        PartitionDemand demand = new PartitionDemand(KEY, limit, reported, 0);
        limits.take(new DemandReport("other", 1, List.of(demand)));
      }
      for (int i = 0; i < perTick; i++) {
        time.advance(Duration.ofNanos(PartitionLimits.TICK_NANOS / perTick));
        admitted += limits.admit(limits.now(), KEY, limit, UNLIKELY * (i % 2)) ? 1 : 0;
      }
      if (perTick == 0) {
        time.advance(Duration.ofNanos(PartitionLimits.TICK_NANOS));
      }
      limits.tick();
    }
    return admitted;
  }
}
