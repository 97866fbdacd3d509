package io.goodput.kafka;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.streams.StreamsMetrics;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the delays of a stream thread between two polls below a quarter of {@code
 * max.poll.interval.ms}. Kafka Streams ends a round of processing after half of it, so the thread
 * polls in time unless the processing itself takes too long. With exactly-once, they also stay
 * below a quarter of {@code transaction.timeout.ms}, because a transaction lasts as long as a
 * round. Threads that do not poll for a consumer group, such as those that restore stores, have no
 * such budget.
 *
 * <p>For one thread.
 */
final class DelayBudget {

  private static final int PART = 4;
  private static final long USUAL_INTERVAL = Duration.ofMinutes(5).toMillis();

  /** That of Kafka Streams with exactly-once. */
  private static final long USUAL_TRANSACTION = 10_000;

  private static final ThreadLocal<DelayBudget> OF_THREAD = new ThreadLocal<>();

  private final StreamsMetrics metrics;
  private final @Nullable Metric polls;
  private final long nanos;
  private double pollsBefore;
  private long delayed;

  private DelayBudget(StreamsMetrics metrics, long intervalMillis) {
    this.metrics = metrics;
    this.polls = polls(metrics, Thread.currentThread().getName());
    this.nanos = TimeUnit.MILLISECONDS.toNanos(intervalMillis) / PART;
    this.pollsBefore = count();
  }

  /** The budget of the thread that runs. */
  static DelayBudget ofThread(StreamsMetrics metrics, long intervalMillis) {
    DelayBudget budget = OF_THREAD.get();
    if (budget == null || budget.metrics != metrics) {
      budget = new DelayBudget(metrics, intervalMillis);
      OF_THREAD.set(budget);
    }
    return budget;
  }

  /**
   * The value of {@code max.poll.interval.ms} for the main consumer, or that of {@code
   * transaction.timeout.ms} if it counts and is shorter; in milliseconds.
   */
  static long interval(Map<String, Object> configs) {
    Object value = configs.getOrDefault("max.poll.interval.ms", USUAL_INTERVAL);
    value = configs.getOrDefault("consumer.max.poll.interval.ms", value);
    value = configs.getOrDefault("main.consumer.max.poll.interval.ms", value);
    long poll = millis(value);
    String guarantee = String.valueOf(configs.get("processing.guarantee"));
    if (!guarantee.startsWith("exactly_once")) {
      return poll;
    }
    Object transaction = configs.getOrDefault("transaction.timeout.ms", USUAL_TRANSACTION);
    transaction = configs.getOrDefault("producer.transaction.timeout.ms", transaction);
    return Math.min(poll, millis(transaction));
  }

  private static long millis(Object value) {
    return Long.parseLong(value.toString().trim());
  }

  private static @Nullable Metric polls(StreamsMetrics metrics, String thread) {
    for (Map.Entry<MetricName, ? extends Metric> metric : metrics.metrics().entrySet()) {
      MetricName name = metric.getKey();
      if (name.name().equals("poll-total") && thread.equals(name.tags().get("thread-id"))) {
        return metric.getValue();
      }
    }
    return null;
  }

  private double count() {
    return polls == null ? 0 : ((Number) polls.metricValue()).doubleValue();
  }

  /** Nanoseconds that writes may still wait before the next poll. */
  long left() {
    if (polls == null) {
      return Long.MAX_VALUE;
    }
    double now = count();
    if (now != pollsBefore) {
      pollsBefore = now;
      delayed = 0;
    }
    return Math.max(0, nanos - delayed);
  }

  /** A write has waited. */
  void spend(long waited) {
    delayed += waited;
  }
}
