package io.goodput.core.coalesce;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.core.coalesce.Reading.Outcome;
import io.goodput.core.time.Nanos;
import io.goodput.core.time.TimeSource;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Many threads read and write a few registers through one coalescer. Reads fail, are refused, and
 * are slow by chance, and some clients have short timeouts.
 */
@SuppressWarnings("ThreadPriorityCheck") // a read that takes a while on a busy machine
@Timeout(120)
class CoalescerStressTest {

  private static final int THREADS = 16;
  private static final int READS = 3_000;
  private static final int ROOM = 12;
  private static final long SLACK = 30 * Nanos.PER_SECOND;

  private final TimeSource time = TimeSource.system();
  private final ScheduledExecutorService ticks = Executors.newSingleThreadScheduledExecutor();
  private final Coalescer<Integer, Integer> coalescer =
      new Coalescer<>(time, this::schedule, () -> ROOM);
  private final Queue<Runnable> held = new ConcurrentLinkedQueue<>();
  private volatile boolean holdsPauses;
  private final AtomicInteger[] registers = {new AtomicInteger(), new AtomicInteger()};
  private final AtomicInteger mostWaiting = new AtomicInteger();
  private final ExecutorService executor = Executors.newFixedThreadPool(2);

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
    Awaitility.await().until(() -> coalescer.lines() == 0);
    ticks.shutdownNow();
    assertThat(mostWaiting).hasValueLessThanOrEqualTo(ROOM);
    assertThat(coalescer.waiting()).isZero();
    assertThat(coalescer.lines()).isZero();
  }

  @Test
  void readsWithoutThreads_neitherGetLostNorReadOldValues() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    Future<?> unused =
        ticks.scheduleWithFixedDelay(
            () -> coalescer.expire(time.monotonicNanos()), 1, 1, TimeUnit.MILLISECONDS);
    try {
      holdPauses();
      begin(0);
      begin(1);
      List<Future<List<Asynchronous>>> clients = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        clients.add(threads.submit(this::asynchronousClient));
      }
      Awaitility.await().until(() -> coalescer.pending() > 0);
      endPauses();
      int shared = 0;
      for (Future<List<Asynchronous>> client : clients) {
        for (Asynchronous read : client.get()) {
          Optional<Reading<Integer>> reading = read.await();
          shared += reading.filter(it -> it.outcome() == Outcome.SHARED).isPresent() ? 1 : 0;
          assertThat(reading.flatMap(Reading::answer).orElse(read.atLeast))
              .isGreaterThanOrEqualTo(read.atLeast);
        }
      }
      assertThat(shared).isPositive();
    } finally {
      for (ExecutorService it : List.of(threads, ticks, executor)) {
        it.shutdownNow();
        assertThat(it.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
      }
    }
    assertThat(coalescer.lines()).isZero();
    assertThat(coalescer.pending()).isZero();
  }

  private void schedule(long nanos, Runnable task) {
    if (holdsPauses) {
      held.add(task);
    } else {
      Future<?> unused = ticks.schedule(task, nanos, TimeUnit.NANOSECONDS);
    }
  }

  /** Pauses of groups last until {@link #endPauses}. */
  private void holdPauses() {
    holdsPauses = true;
  }

  private void endPauses() {
    holdsPauses = false;
    held.forEach(executor::execute);
  }

  /** Has reads of a key wait for the end of a pause, so that some are answered together. */
  private void begin(int key) {
    long now = time.monotonicNanos();
    boolean began =
        coalescer.begin(
            key,
            true,
            20 * Nanos.PER_MILLI,
            now,
            now + 30 * Nanos.PER_SECOND,
            new Asynchronous(registers[key], 0));
    assertThat(began).isTrue();
  }

  private List<Asynchronous> asynchronousClient() {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    List<Asynchronous> reads = new ArrayList<>();
    for (int i = 0; i < READS; i++) {
      AtomicInteger register = registers[random.nextInt(registers.length)];
      int key = register == registers[0] ? 0 : 1;
      int before = random.nextInt(4) == 0 ? register.incrementAndGet() : register.get();
      Asynchronous read = new Asynchronous(register, before);
      long now = time.monotonicNanos();
      long deadline = now + (random.nextInt(10) == 0 ? 50_000 : 30 * Nanos.PER_SECOND);
      if (!coalescer.join(key, now, deadline, read)) {
        executor.execute(() -> read.lead(key, deadline));
      }
      reads.add(read);
    }
    return reads;
  }

  /** A read that waits without a thread, and that a thread of the executor executes in turn. */
  private final class Asynchronous implements PendingRead<Integer> {

    private final AtomicInteger register;
    private final int atLeast;
    private final CompletableFuture<Reading<Integer>> reading = new CompletableFuture<>();

    Asynchronous(AtomicInteger register, int atLeast) {
      this.register = register;
      this.atLeast = atLeast;
    }

    @Override
    public int sender() {
      return 0;
    }

    /** Empty if the read failed. */
    Optional<Reading<Integer>> await() throws Exception {
      try {
        return Optional.of(reading.get(60, TimeUnit.SECONDS));
      } catch (ExecutionException e) {
        assertThat(e).hasRootCauseMessage("a replica is down");
        return Optional.empty();
      }
    }

    /** Reads by itself, or waits with its thread. */
    void lead(int key, long deadline) {
      execute(read -> coalescer.read(key, deadline, read));
    }

    private void execute(Function<GroupRead<Integer>, Reading<Integer>> way) {
      try {
        Reading<Integer> own = way.apply(read(register));
        if (own.outcome() != Outcome.POSTPONED) {
          answer(own);
        }
      } catch (IllegalStateException e) {
        fail(e);
      }
    }

    @Override
    public void lead(Turn<Integer> turn) {
      executor.execute(() -> execute(turn::read));
    }

    @Override
    public void answer(Reading<Integer> own) {
      reading.complete(own);
    }

    @Override
    public void fail(Throwable failure) {
      reading.completeExceptionally(failure);
    }
  }

  /** Registers only grow, so that a value below the one at the begin of a read is an old one. */
  private Map<Outcome, Integer> client() {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    Map<Outcome, Integer> outcomes = new EnumMap<>(Outcome.class);
    for (int i = 0; i < READS; i++) {
      AtomicInteger register = registers[random.nextInt(registers.length)];
      int before = random.nextInt(4) == 0 ? register.incrementAndGet() : register.get();
      long timeout = random.nextInt(10) == 0 ? 50_000 : 200 * Nanos.PER_MILLI;
      long begin = time.monotonicNanos();
      try {
        Reading<Integer> reading =
            coalescer.read(register == registers[0] ? 0 : 1, begin + timeout, read(register));
        outcomes.merge(reading.outcome(), 1, Integer::sum);
        assertThat(reading.answer().orElse(before)).isGreaterThanOrEqualTo(before);
      } catch (IllegalStateException e) {
        assertThat(e).hasMessage("a replica is down");
      }
      mostWaiting.accumulateAndGet(coalescer.waiting(), Math::max);
      assertThat(time.monotonicNanos() - begin).isLessThan(timeout + SLACK);
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
