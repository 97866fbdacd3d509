package io.goodput.core.heat;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.core.time.Nanos;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class CurrentSharesTest {

  private static final long AGE = CurrentShares.MAX_AGE_NANOS;
  private static final long OLD = 24 * 3_600 * Nanos.PER_SECOND;
  private static final long START = Long.MAX_VALUE - 5 * AGE;
  private static final List<String> ABC = List.of("a", "b", "c");

  private final ReplicaHeats<String> heats = new ReplicaHeats<>(LockInPrevention.NONE);

  @Test
  void at_beforeAllReplicasHaveReported_isEmpty() {
    report("a", 0.5, START);
    report("b", 0.5, START);

    assertThat(new CurrentShares<>(heats, ABC, 2, START).at(START)).isEmpty();
  }

  @Test
  void at_afterAllReplicasHaveReported_isPresent() {
    CurrentShares<String> shares = new CurrentShares<>(heats, ABC, 2, START);
    ABC.forEach(node -> report(node, 0.5, START));

    assertThat(shares.at(START + AGE)).isPresent();
  }

  @Test
  void at_withinATenthOfASecond_isUnchanged() {
    ABC.forEach(node -> report(node, 0.5, START));
    CurrentShares<String> shares = new CurrentShares<>(heats, ABC, 2, START);
    ReadShares first = shares.at(START).orElseThrow();
    report("a", 0.0, START + AGE - 1);

    assertThat(shares.at(START + AGE - 1)).containsSame(first);
  }

  @Test
  void at_aTenthOfASecondLater_followsTheHeats() {
    ABC.forEach(node -> report(node, 0.5, START));
    CurrentShares<String> shares = new CurrentShares<>(heats, ABC, 2, START);
    report("a", 0.0, START + AGE);

    assertThat(shares.at(START + AGE).orElseThrow().target(0)).isLessThan(0.5);
  }

  @Test
  @SuppressWarnings("ThreadPriorityCheck") // Both threads may share one core.
  void at_fromTwoThreadsAtOnce_isWorkedOutOnce() throws Exception {
    int tenths = 20_000;
    ABC.forEach(node -> report(node, 0.5, START));
    CurrentShares<String> shares = new CurrentShares<>(heats, ABC, 2, START);
    Set<ReadShares> seen =
        Collections.synchronizedSet(Collections.newSetFromMap(new IdentityHashMap<>()));
    ReadShares before = shares.at(START).orElseThrow();
    AtomicInteger arrivals = new AtomicInteger();
    Callable<Boolean> asking =
        () -> {
          for (int tenth = 1; tenth <= tenths; tenth++) {
            arrivals.incrementAndGet();
            for (int spins = 0; arrivals.get() < 2 * tenth; spins++) {
              if (spins < 1_000) {
                Thread.onSpinWait();
              } else {
                Thread.yield();
              }
            }
            seen.add(shares.at(START + tenth * AGE).orElseThrow());
          }
          return true;
        };
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      for (Future<Boolean> thread : threads.invokeAll(List.of(asking, asking))) {
        thread.get();
      }
    } finally {
      threads.shutdownNow();
    }

    seen.remove(before);
    assertThat(seen).hasSize(tenths);
  }

  private void report(String node, double hitRate, long now) {
    heats.report(node, new HeatReport(1, OLD, now - START + 1, hitRate, 1, 0), now);
  }
}
