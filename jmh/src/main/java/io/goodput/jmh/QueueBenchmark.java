package io.goodput.jmh;

import io.goodput.core.queue.QueueDeadline;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Whether a request that leaves the queue is worth serving; Cassandra has read the clock. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class QueueBenchmark {

  private static final long PATIENCE = 2_000_000_000L;
  private static final long BETWEEN_REQUESTS = 50_000;
  private static final long SERVICE = 1_000_000;

  /** Of all threads. */
  @State(Scope.Benchmark)
  public static class Queue {
    private final QueueDeadline deadline = new QueueDeadline(0);
  }

  /** Of one thread. */
  @State(Scope.Thread)
  public static class Clock {
    private long now;

    long tick() {
      now += BETWEEN_REQUESTS;
      return now;
    }
  }

  /** In an idle node, including the note of how long it took. */
  @Benchmark
  public QueueDeadline.Verdict served(Queue queue, Clock clock) {
    QueueDeadline.Verdict verdict = queue.deadline.decide(clock.tick(), 10_000, PATIENCE);
    queue.deadline.served(SERVICE);
    return verdict;
  }

  /** While the queue stands. */
  @Benchmark
  public QueueDeadline.Verdict dropped(Queue queue, Clock clock) {
    return queue.deadline.decide(clock.tick(), PATIENCE / 2, PATIENCE);
  }
}
