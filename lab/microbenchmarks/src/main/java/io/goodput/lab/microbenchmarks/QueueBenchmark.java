package io.goodput.lab.microbenchmarks;

import io.goodput.core.queue.QueueDeadline;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Decides whether to serve a request that leaves the queue. Does not include reading the clock. */
public class QueueBenchmark extends BenchmarkDefaults {

  private static final long TIMEOUT_NANOS = 2_000_000_000L;
  private static final long NANOS_BETWEEN_REQUESTS = 50_000;
  private static final long SERVICE_NANOS = 1_000_000;

  /** Shared by all threads. */
  @State(Scope.Benchmark)
  public static class Queue {
    private final QueueDeadline deadline = new QueueDeadline(0);
  }

  /** One per thread. */
  @State(Scope.Thread)
  public static class Clock {
    private long now;

    long tick() {
      now += NANOS_BETWEEN_REQUESTS;
      return now;
    }
  }

  /** On an idle node: admits the request and records its service time. */
  @Benchmark
  public QueueDeadline.Verdict served(Queue queue, Clock clock) {
    QueueDeadline.Verdict verdict =
        queue.deadline.decide(clock.tick(), 10_000, TIMEOUT_NANOS, TIMEOUT_NANOS);
    queue.deadline.served(SERVICE_NANOS);
    return verdict;
  }

  /** On an overloaded node: drops the request. */
  @Benchmark
  public QueueDeadline.Verdict dropped(Queue queue, Clock clock) {
    return queue.deadline.decide(clock.tick(), TIMEOUT_NANOS / 2, TIMEOUT_NANOS, TIMEOUT_NANOS);
  }
}
