package io.goodput.cli.simulate;

import io.goodput.bench.report.Json;
import io.goodput.core.simulation.QueueSimulation;
import io.goodput.core.simulation.QueueSimulation.Outcome;
import io.goodput.core.simulation.QueueSimulation.Rule;
import io.goodput.core.simulation.QueueSimulation.Setting;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/** What {@code late-requests} found, for people and for programs. */
record LateRequestsReport(List<Row> loads) implements Simulated {

  private static final int PER_SECOND = 5000;
  private static final int PATIENCE = 500;
  private static final int PAUSE = 150;
  private static final double DROP_COST = 0.07;
  private static final int SECONDS = 8;

  /** A load, and what came of it by rule. */
  record Row(double load, int believedPatience, Map<Rule, Outcome> outcomes) {

    private Outcome withGoodput() {
      return Objects.requireNonNull(outcomes.get(Rule.GOODPUT));
    }
  }

  /** Runs all simulations, in some ten seconds of one processor. */
  static LateRequestsReport simulate() {
    return new LateRequestsReport(
        Stream.concat(
                DoubleStream.of(0.5, 0.9, 1.2, 2, 3).mapToObj(load -> row(load, PATIENCE)),
                Stream.of(row(2, 4 * PATIENCE)))
            .toList());
  }

  private static Row row(double load, int believed) {
    Setting setting = new Setting(PER_SECOND, load, PATIENCE, believed, DROP_COST, PAUSE, SECONDS);
    Map<Rule, Outcome> outcomes = new LinkedHashMap<>();
    for (Rule rule : Rule.values()) {
      outcomes.put(rule, QueueSimulation.run(rule, setting));
    }
    return new Row(load, believed, outcomes);
  }

  @Override
  public String table() {
    String title =
        "Answers a second in time, within %d ms, of a server that could give %d and pauses for %d ms every two seconds."
            .formatted(PATIENCE, PER_SECOND, PAUSE);
    String head =
        "%8s %18s".formatted("offered", "believed patience")
            + Arrays.stream(Rule.values())
                .map(rule -> "%10s".formatted(rule.name().toLowerCase(Locale.ROOT)))
                .collect(Collectors.joining())
            + "%18s".formatted("goodput's median");
    return Stream.concat(Stream.of(title, head), loads.stream().map(LateRequestsReport::line))
        .collect(Collectors.joining("\n", "", "\n"));
  }

  private static String line(Row row) {
    return String.format(Locale.ROOT, "%7.1fx %15d ms", row.load(), row.believedPatience())
        + row.outcomes().values().stream()
            .map(outcome -> String.format(Locale.ROOT, "%10.0f", outcome.goodput()))
            .collect(Collectors.joining())
        + String.format(Locale.ROOT, "%15.0f ms", row.withGoodput().medianLatency());
  }

  @Override
  public String json() {
    return Json.of(this);
  }
}
