package io.goodput.lab.nodetests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PromQlTest {

  @Test
  void selectors_metricWithMatchers_areItsNameAndLabels() {
    assertThat(PromQl.parse("up{job=~\"a|b{\", instance!='by (x)'} == 1").selectors())
        .isEqualTo(Map.of("up", Set.of("job", "instance")));
  }

  @Test
  void selectors_functionsAndAggregations_areNoMetrics() {
    PromQl query =
        PromQl.parse("sum by (a, b) (rate(x_total{c=\"1\"}[5m])) / count(y) without (d)");

    assertThat(query.selectors()).isEqualTo(Map.of("x_total", Set.of("c"), "y", Set.of()));
    assertThat(query.grouping()).containsExactlyInAnyOrder("a", "b", "d");
  }

  @Test
  void selectors_wordsAndNumbers_areNoMetrics() {
    PromQl query =
        PromQl.parse("a offset 5m and on (i) b unless ignoring (j) c or vector(0) < bool +Inf");

    assertThat(query.selectors().keySet()).containsExactly("a", "b", "c");
    assertThat(query.grouping()).containsExactlyInAnyOrder("i", "j");
  }

  @Test
  void selectors_sameMetricTwice_haveTheLabelsOfBoth() {
    assertThat(PromQl.parse("m{a=\"1\"} - m{b=\"2\"}").selectors())
        .isEqualTo(Map.of("m", Set.of("a", "b")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"sum(a", "a)", "rate(a[5m)", "{a=\"1\"}", "vector(1)", ""})
  void parse_bracketsThatDoNotMatchOrNoMetric_fails(String query) {
    assertThatThrownBy(() -> PromQl.parse(query)).isInstanceOf(IllegalArgumentException.class);
  }
}
