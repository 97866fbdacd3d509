package io.goodput.core.fair;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ReplicaSharesTest {

  private static final String REPLICA = "replica";
  private static final int TENANT = 1;
  private static final int HOT = 2;
  private static final int OTHER = 3;

  private final ReplicaShares<String> replicas = new ReplicaShares<>(1);
  private Stress stress = Stress.NONE;
  private long now;

  @Test
  void bitOf_aNodeThatHasToldNothing_isZero() {
    tick();

    assertThat(replicas.bitOf(REPLICA)).isZero();
  }

  @Test
  void bitOf_twoOverloadedNodes_differ() {
    waits();
    replicas.hear("second", stress, now);
    tick();

    assertThat(Integer.bitCount(replicas.bitOf(REPLICA) | replicas.bitOf("second"))).isEqualTo(2);
  }

  @Test
  void areLimited_theOverloadEnds_isFalse() {
    waits();
    replicas.hear(REPLICA, Stress.NONE, now);
    tick();

    assertThat(replicas.areLimited()).isFalse();
  }

  @Test
  void areLimited_theNodeIsSilent_isFalse() {
    waits();
    now += ReplicaShares.SILENCE_NANOS;
    tick();

    assertThat(replicas.areLimited()).isFalse();
  }

  @Test
  void areLimited_nodesMoreThanItLooksAt_areIgnored() {
    for (int i = 0; i < 100; i++) {
      replicas.hear("node " + i, new Stress(1, 0), now);
    }
    tick();

    assertThat(IntStream.range(0, 100).filter(i -> replicas.bitOf("node " + i) != 0).count())
        .isEqualTo(ReplicaShares.MOST_REPLICAS);
  }

  @Test
  void memory_beforeTheFirstOverload_isNoneForReplicas() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    new ReplicaShares<String>(1).tick(now);

    long before = threads.getCurrentThreadAllocatedBytes();
    new ReplicaShares<String>(1).tick(now);

    assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(10_000);
  }

  @Test
  void enter_theFirstIntervalOfAnOverload_refusesNothing() {
    waits();

    assertThat(enter(HOT, 100)).isEqualTo(100);
  }

  @Test
  void enter_aClassFloodsAReplicaThatStaysOverloaded_isRefused() {
    waits();
    enter(HOT, 100);
    for (int i = 0; i < 20; i++) {
      waits();
    }

    assertThat(enter(HOT, 100)).isZero();
  }

  @Test
  void enter_theOnlyCoordinator_hasAllOfTheLeastRoom() {
    assertThat(roomOfOne(1)).isGreaterThanOrEqualTo(12);
  }

  @Test
  void enter_oneOfFourCoordinators_hasItsPartOfTheLeastRoom() {
    assertThat(roomOfOne(4)).isBetween(3, 6);
  }

  /** What a class gets back into flight after a long overload, if twelve always have room. */
  private static int roomOfOne(int coordinators) {
    ReplicaShares<String> shares = new ReplicaShares<>(12);
    shares.setCoordinators(coordinators);
    shares.hear(REPLICA, new Stress(1, 0), 0);
    shares.tick(0);
    int bit = shares.bitOf(REPLICA);
    int[] tickets =
        IntStream.range(0, 100).map(i -> shares.enter(bit, TENANT, 1, HOT, 0)).toArray();
    for (int i = 2; i < 40; i++) {
      shares.hear(REPLICA, new Stress(i, 0), 0);
      shares.tick(0);
    }
    IntStream.of(tickets).forEach(ticket -> shares.leave(bit, ticket));
    return (int)
        IntStream.range(0, 100).filter(i -> shares.enter(bit, TENANT, 1, HOT, 0) >= 0).count();
  }

  @Test
  void enter_anotherClassMeanwhile_isServed() {
    waits();
    enter(HOT, 100);
    for (int i = 0; i < 20; i++) {
      waits();
    }

    assertThat(enter(OTHER, 1)).isOne();
  }

  @Test
  void enter_theSecondOfTwoReplicasRefuses_countsNowhere() {
    waits();
    for (int i = 0; i < 20; i++) {
      replicas.hear("second", new Stress(1 + i, 0), now);
      waits();
      IntStream.range(0, 100).forEach(it -> enterAt("second"));
    }
    int before = replicas.inFlight(replicas.bitOf(REPLICA));

    int both = replicas.bitOf(REPLICA) | replicas.bitOf("second");
    int refusal = replicas.enter(both, TENANT, 1, HOT, 0.5);

    assertThat(refusal).isNegative();
    assertThat(replicas.inFlight(replicas.bitOf(REPLICA))).isEqualTo(before);
  }

  @Test
  void enter_theOverloadIsOver_refusesNothing() {
    waits();
    int bit = replicas.bitOf(REPLICA);
    enter(HOT, 100);
    for (int i = 0; i < 20; i++) {
      waits();
    }
    replicas.hear(REPLICA, Stress.NONE, now);
    tick();

    assertThat(replicas.enter(bit, TENANT, 1, HOT, 0.5)).isNotNegative();
  }

  /** The replica tells an interval with waits. */
  private void waits() {
    stress = stress.after(true, 1);
    replicas.hear(REPLICA, stress, now);
    tick();
  }

  private void tick() {
    replicas.tick(now += FairAdmission.TICK_NANOS);
  }

  private void enterAt(String node) {
    replicas.enter(replicas.bitOf(node), TENANT, 1, HOT, 0.5);
  }

  /** Requests of a class that are let in. */
  private int enter(int ofClass, int requests) {
    int bit = replicas.bitOf(REPLICA);
    return (int)
        IntStream.range(0, requests)
            .filter(i -> replicas.enter(bit, TENANT, 1, ofClass, 0.5) >= 0)
            .count();
  }
}
