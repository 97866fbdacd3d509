package io.goodput.core.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Real threads that observe at the same moment. */
class StandingQueueContentionTest {

  private static final int THREADS = 4;
  private static final int ROUNDS = 20_000;
  private static final long TARGET = 1_000;

  private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);

  @AfterEach
  void stopThreads() {
    threads.shutdownNow();
  }

  /** All threads start a new interval at once; one of them reports a short wait. */
  @Test
  void observe_theShortestWait_isNeverLost() throws Exception {
    StandingQueue queue = new StandingQueue(0);
    CyclicBarrier together = new CyclicBarrier(THREADS);
    List<Future<Integer>> running = new ArrayList<>();
    for (int thread = 0; thread < THREADS; thread++) {
      int own = thread;
      running.add(threads.submit(() -> roundsSeenStanding(queue, together, own)));
    }

    for (Future<Integer> thread : running) {
      assertThat(thread.get()).isZero();
    }
  }

  private static int roundsSeenStanding(StandingQueue queue, CyclicBarrier together, int own)
      throws Exception {
    int standing = 0;
    for (int round = 1; round <= ROUNDS; round++) {
      together.await();
      long waited = round % THREADS == own ? 1 : 10 * TARGET;
      if (queue.observe(round * StandingQueue.INTERVAL_NANOS, waited, TARGET)) {
        standing++;
      }
    }
    return standing;
  }
}
