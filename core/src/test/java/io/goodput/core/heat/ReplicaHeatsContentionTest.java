package io.goodput.core.heat;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.core.time.Nanos;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Real threads that report about one node at the same time, each about other generations of it. */
class ReplicaHeatsContentionTest {

  private static final int THREADS = 4;
  private static final int GENERATIONS = 200_000;
  private static final long OLD = 24 * 3_600 * Nanos.PER_SECOND;
  private static final List<String> NODES = List.of("restarting", "other");

  private final ReplicaHeats<String> heats = new ReplicaHeats<>(LockInPrevention.NONE);
  private final ExecutorService threads = Executors.newFixedThreadPool(THREADS + 1);

  @AfterEach
  void stopThreads() {
    threads.shutdownNow();
  }

  @Test
  void report_inAnyOrder_keepsTheNewestAtEveryMoment() throws Exception {
    heats.report("other", new HeatReport(1, OLD, 1, 0.5, 1, 0), 0);
    heats.report("restarting", generation(0), 0);
    AtomicBoolean done = new AtomicBoolean();
    Future<Boolean> grewOnly = threads.submit(() -> growsOnly(done));
    List<Future<?>> running = new ArrayList<>();
    for (int thread = 0; thread < THREADS; thread++) {
      running.add(threads.submit(reports(thread)));
    }
    for (Future<?> thread : running) {
      thread.get();
    }
    done.set(true);

    assertThat(grewOnly.get()).isTrue();
    assertThat(share()).isEqualTo(shareOf(GENERATIONS));
  }

  /** Reports somewhat out of order, like messages that overtake each other. */
  private Callable<Void> reports(int thread) {
    SplittableRandom random = new SplittableRandom(thread);
    return () -> {
      for (int i = thread; i < GENERATIONS; i += THREADS) {
        heats.report("restarting", generation(Math.max(1, i - random.nextInt(100))), 0);
        heats.report("restarting", generation(i + 1), 0);
      }
      return null;
    };
  }

  private boolean growsOnly(AtomicBoolean done) {
    double last = 0;
    while (!done.get()) {
      double share = share();
      if (share < last) {
        return false;
      }
      last = share;
    }
    return true;
  }

  private double share() {
    return heats.shares(NODES, 1, 0).target(0);
  }

  private static double shareOf(int generation) {
    ReplicaHeats<String> alone = new ReplicaHeats<>(LockInPrevention.NONE);
    alone.report("other", new HeatReport(1, OLD, 1, 0.5, 1, 0), 0);
    alone.report("restarting", generation(generation), 0);
    return alone.shares(NODES, 1, 0).target(0);
  }

  /** Later generations are warmer, so that the share shows which report is in effect. */
  private static HeatReport generation(int number) {
    return new HeatReport(number, OLD, 1, 0.9 * number / GENERATIONS, 1, 0);
  }
}
