package io.goodput.core.coalesce;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.core.coalesce.Reading.Outcome;
import io.goodput.core.time.Nanos;
import io.goodput.core.time.TimeSource;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Many threads read and write a few registers through one coalescer. Reads fail, are refused, and
 * are slow by chance, and some threads have little patience.
 */
@SuppressWarnings("ThreadPriorityCheck") // a read that takes a while on a busy machine
@Timeout(60)
class CoalescerStressTest {

  private static final int THREADS = 16;
  private static final int READS = 3_000;
  private static final int ROOM = 12;
  private static final long SLACK = 2 * Nanos.PER_SECOND;

  private final TimeSource time = TimeSource.system();
  private final Coalescer<Integer, Integer> coalescer = new Coalescer<>(time, () -> ROOM);
  private final AtomicInteger[] registers = {new AtomicInteger(), new AtomicInteger()};
  private final AtomicInteger mostWaiting = new AtomicInteger();

  @Test
  void manyThreads_neitherHangNorReadOldValues_andLeaveNothingBehind() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      List<Callable<Map<Outcome, Integer>>> clients = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        clients.add(this::client);
      }
      Map<Outcome, Integer> outcomes = new EnumMap<>(Outcome.class);
      for (Future<Map<Outcome, Integer>> client : threads.invokeAll(clients)) {
        client.get().forEach((outcome, count) -> outcomes.merge(outcome, count, Integer::sum));
      }
      assertThat(outcomes).containsKeys(Outcome.EXECUTED, Outcome.SHARED, Outcome.REFUSED);
    } finally {
      threads.shutdownNow();
      assertThat(threads.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
    }
    assertThat(mostWaiting).hasValueLessThanOrEqualTo(ROOM);
    assertThat(coalescer.waiting()).isZero();
    assertThat(coalescer.lines()).isZero();
  }

  /** Registers only grow, so that a value below the one at the begin of a read is an old one. */
  private Map<Outcome, Integer> client() {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    Map<Outcome, Integer> outcomes = new EnumMap<>(Outcome.class);
    for (int i = 0; i < READS; i++) {
      AtomicInteger register = registers[random.nextInt(registers.length)];
      int before = random.nextInt(4) == 0 ? register.incrementAndGet() : register.get();
      long patience = random.nextInt(10) == 0 ? 50_000 : 200 * Nanos.PER_MILLI;
      long begin = time.monotonicNanos();
      try {
        Reading<Integer> reading =
            coalescer.read(register == registers[0] ? 0 : 1, begin + patience, read(register));
        outcomes.merge(reading.outcome(), 1, Integer::sum);
        assertThat(reading.answer().orElse(before)).isGreaterThanOrEqualTo(before);
      } catch (IllegalStateException e) {
        assertThat(e).hasMessage("a replica is down");
      }
      mostWaiting.accumulateAndGet(coalescer.waiting(), Math::max);
      assertThat(time.monotonicNanos() - begin).isLessThan(patience + SLACK);
    }
    return outcomes;
  }

  private static GroupRead<Integer> read(AtomicInteger register) {
    return new GroupRead<>() {
      private int value;

      @Override
      public boolean attempt() {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        value = register.get();
        if (random.nextInt(4) == 0) {
          Thread.yield();
        }
        int chance = random.nextInt(50);
        if (chance == 0) {
          throw new IllegalStateException("a replica is down");
        }
        return chance > 1;
      }

      @Override
      public Integer answer() {
        return value;
      }

      @Override
      public long pauseNanos() {
        return ThreadLocalRandom.current().nextInt(2) == 0 ? NEVER : 100_000;
      }
    };
  }
}
