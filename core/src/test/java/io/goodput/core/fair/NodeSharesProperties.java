package io.goodput.core.fair;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.lifecycle.BeforeTry;

class NodeSharesProperties {

  private static final String NEAR = "near";
  private static final String FAR = "far";
  private static final int TENANT = 1;

  private NodeShares<String> shares = new NodeShares<>(4);
  private long now;

  @BeforeTry
  void empty() {
    shares = new NodeShares<>(4);
  }

  @Property(tries = 200)
  void enter_noReplicaIsOverloaded_refusesNothing(
      @ForAll @Size(max = 200) List<@IntRange(max = 9) Integer> classes) {
    tick(Stress.NONE, Stress.NONE);

    assertThat(classes)
        .allMatch(
            it -> shares.replicas().bitOf(NEAR) == 0 && shares.enter(TENANT, 1, it, 0, 0.5) >= 0);
  }

  @Property(tries = 200)
  void tenant_withTheSameLowBitsAsAnother_isCountedApart(@ForAll @IntRange(max = 40) int loud) {
    tick(new Stress(1, 0), Stress.NONE);
    for (int i = 0; i < loud; i++) {
      shares.enter(TENANT, 1, i, 0, 0.5);
    }
    shares.enter(TENANT + FairShares.TENANTS, 1, 100, 0, 0.5);

    int quiet = TENANT + FairShares.TENANTS;
    assertThat(shares.held(NodeShares.TENANT_REFUSED, quiet, 0, 0).inFlight()).isEqualTo(1);
  }

  @Property(tries = 200)
  void leave_all_nothingIsInFlight(
      @ForAll @Size(max = 200) List<@IntRange(max = 40) Integer> requests) {
    Deque<Integer> tickets = new ArrayDeque<>();
    for (int it : requests) {
      tick(new Stress(1 + now, 0), new Stress(1, now));
      int bits = shares.replicas().bitOf(it % 2 == 0 ? NEAR : FAR);
      int both = it % 3 == 0 ? shares.replicas().bitOf(NEAR) | bits : bits;
      int ticket = shares.enter(it % 4, 1, it, both, 0.5);
      if (ticket >= 0) {
        tickets.add(ticket);
      }
    }
    int all = shares.replicas().bitOf(NEAR) | shares.replicas().bitOf(FAR);

    tickets.forEach(it -> shares.leave(it));

    assertThat(shares.inFlight() + shares.replicas().inFlight(all)).isZero();
  }

  @Property(tries = 200)
  void withdraw_all_nothingIsInFlight(
      @ForAll @Size(max = 200) List<@IntRange(max = 40) Integer> requests) {
    tick(new Stress(1, 0), new Stress(1, 0));
    int bits = shares.replicas().bitOf(FAR);

    for (int it : requests) {
      int ticket = shares.enter(it % 4, 1, it, it % 2 == 0 ? bits : 0, 0.5);
      if (ticket >= 0) {
        shares.withdraw(ticket);
      }
    }

    assertThat(shares.inFlight() + shares.replicas().inFlight(bits)).isZero();
  }

  @Property(tries = 50)
  void enter_aClassOfAnOverloadedReplicaWithoutRequestsInFlight_isNeverRefused(
      @ForAll @Size(max = 200) List<@IntRange(max = 9) Integer> others) {
    for (int i = 0; i < 20; i++) {
      tick(new Stress(1 + i, 0), Stress.NONE);
      int bit = shares.replicas().bitOf(NEAR);
      others.forEach(it -> shares.enter(TENANT, 1, it, bit, 0.5));
    }

    assertThat(shares.enter(TENANT, 1, 10, shares.replicas().bitOf(NEAR), 0.5)).isNotNegative();
  }

  @Property(tries = 50)
  void enter_requestsToOtherReplicas_areNotRefused(
      @ForAll @Size(max = 200) List<@IntRange(max = 9) Integer> others) {
    for (int i = 0; i < 20; i++) {
      tick(new Stress(1 + i, 0), Stress.NONE);
      int bit = shares.replicas().bitOf(NEAR);
      others.forEach(it -> shares.enter(TENANT, 1, it, bit, 0.5));
    }

    assertThat(others)
        .allMatch(it -> shares.enter(TENANT, 1, it, shares.replicas().bitOf(FAR), 0.5) >= 0);
  }

  private void tick(Stress near, Stress far) {
    now++;
    shares.replicas().hear(NEAR, near, now);
    shares.replicas().hear(FAR, far, now);
    shares.tick(false, false, 0, 1, now);
  }
}
