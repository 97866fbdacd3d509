package io.goodput.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.streams.StreamsMetrics;
import org.junit.jupiter.api.Test;

class DelayBudgetTest {

  private static final long INTERVAL = 10_000;
  private static final long QUARTER = TimeUnit.MILLISECONDS.toNanos(INTERVAL) / 4;

  private final Map<MetricName, Metric> metrics = new HashMap<>();
  private double polls;

  @Test
  void left_betweenTwoPolls_isWhatRemainsOfAQuarterOfTheInterval() {
    DelayBudget budget = ofStreamThread();

    budget.spend(QUARTER / 2);

    assertThat(budget.left()).isEqualTo(QUARTER / 2);
    budget.spend(QUARTER);
    assertThat(budget.left()).isZero();
  }

  @Test
  void left_afterAPoll_isTheWholeBudgetAgain() {
    DelayBudget budget = ofStreamThread();
    budget.spend(QUARTER);
    assertThat(budget.left()).isZero();

    polls++;

    assertThat(budget.left()).isEqualTo(QUARTER);
  }

  @Test
  void left_afterPollsWithoutDelays_isStillOneBudget() {
    DelayBudget budget = ofStreamThread();
    polls += 1_000;
    assertThat(budget.left()).isEqualTo(QUARTER);

    budget.spend(QUARTER);

    assertThat(budget.left()).isZero();
  }

  @Test
  void left_ofAThreadThatDoesNotPoll_hasNoBound() {
    DelayBudget budget = DelayBudget.ofThread(streamsMetrics(), INTERVAL);

    budget.spend(10 * QUARTER);

    assertThat(budget.left()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void ofThread_withTheSameMetrics_isTheSame() {
    StreamsMetrics same = streamsMetrics();

    assertThat(DelayBudget.ofThread(same, INTERVAL)).isSameAs(DelayBudget.ofThread(same, INTERVAL));
    assertThat(DelayBudget.ofThread(streamsMetrics(), INTERVAL))
        .isNotSameAs(DelayBudget.ofThread(same, INTERVAL));
  }

  @Test
  void interval_isThatOfTheMainConsumer() {
    Map<String, Object> configs = new HashMap<>();
    assertThat(DelayBudget.interval(configs)).isEqualTo(300_000);
    configs.put("max.poll.interval.ms", 3);
    assertThat(DelayBudget.interval(configs)).isEqualTo(3);
    configs.put("consumer.max.poll.interval.ms", "2");
    assertThat(DelayBudget.interval(configs)).isEqualTo(2);
    configs.put("main.consumer.max.poll.interval.ms", 1L);
    assertThat(DelayBudget.interval(configs)).isEqualTo(1);
  }

  @Test
  void interval_withExactlyOnce_isAtMostTheTimeOfATransaction() {
    Map<String, Object> configs = new HashMap<>(Map.of("processing.guarantee", "exactly_once_v2"));
    assertThat(DelayBudget.interval(configs)).isEqualTo(10_000);
    configs.put("transaction.timeout.ms", 60_000);
    assertThat(DelayBudget.interval(configs)).isEqualTo(60_000);
    configs.put("producer.transaction.timeout.ms", "20000");
    assertThat(DelayBudget.interval(configs)).isEqualTo(20_000);
    configs.put("max.poll.interval.ms", 5_000);
    assertThat(DelayBudget.interval(configs)).isEqualTo(5_000);
  }

  private DelayBudget ofStreamThread() {
    MetricName name =
        new MetricName(
            "poll-total",
            "stream-thread-metrics",
            "",
            Map.of("thread-id", Thread.currentThread().getName()));
    metrics.put(name, metric(name));
    return DelayBudget.ofThread(streamsMetrics(), INTERVAL);
  }

  private Metric metric(MetricName name) {
    return new Metric() {
      @Override
      public MetricName metricName() {
        return name;
      }

      @Override
      public Object metricValue() {
        return polls;
      }
    };
  }

  /** Knows the metrics of this test, and nothing else. */
  private StreamsMetrics streamsMetrics() {
    return (StreamsMetrics)
        Proxy.newProxyInstance(
            StreamsMetrics.class.getClassLoader(),
            new Class<?>[] {StreamsMetrics.class},
            (proxy, method, args) -> method.getName().equals("metrics") ? metrics : null);
  }
}
