package io.goodput.cassandra.level;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.Gauge;
import io.goodput.cassandra.fault.Faults;
import io.goodput.cassandra.view.Metrics;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.cassandra.metrics.CassandraMetricsRegistry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LevelMetricsTest {

  private static final String SHARES = "org.apache.cassandra.metrics.Goodput.LevelShares.";

  private final CassandraMetricsRegistry registry = CassandraMetricsRegistry.Metrics;
  private final LevelMetrics metrics =
      new LevelMetrics(new Metrics(registry), new ServiceLevels(new Faults()), level -> 7);

  @AfterEach
  void removeAll() {
    metrics.show(Set.of());
  }

  @Test
  void show_levelThatIsGone_removesItsMetrics() {
    metrics.show(Set.of("a", "b"));
    metrics.show(Set.of("b", "c"));

    assertThat(registered()).containsExactly(SHARES + "b", SHARES + "c");
  }

  @Test
  void show_noLevel_removesAllMetrics() {
    metrics.show(Set.of("a", "b"));
    metrics.show(Set.of());

    assertThat(registry.getNames()).noneMatch(name -> name.contains(".Goodput."));
  }

  @Test
  void show_moreThanTheMostLevels_registersTheFirstByName() {
    metrics.show(
        IntStream.rangeClosed(0, LevelMetrics.MOST_LEVELS)
            .mapToObj("%03d"::formatted)
            .collect(Collectors.toSet()));

    assertThat(registered())
        .hasSize(LevelMetrics.MOST_LEVELS)
        .contains(SHARES + "000")
        .doesNotContain(SHARES + "100");
  }

  @Test
  void show_nameThatMeansSomethingToJmx_hasNoMetrics() {
    metrics.show(Set.of("night-job_2", "a,name=b", "star*", "quote\"", "in words", ""));

    assertThat(registered()).containsExactly(SHARES + "night-job_2");
  }

  @Test
  void gauge_levelThatTheNodeDoesNotKnow_isNotANumber() {
    metrics.show(Set.of("a"));

    Gauge<?> shares = Objects.requireNonNull(registry.getGauges().get(SHARES + "a"));
    assertThat(shares.getValue()).isEqualTo(Double.NaN);
  }

  private List<String> registered() {
    return registry.getNames().stream().filter(name -> name.startsWith(SHARES)).toList();
  }
}
