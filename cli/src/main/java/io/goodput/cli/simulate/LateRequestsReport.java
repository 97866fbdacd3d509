package io.goodput.cli.simulate;

import io.goodput.bench.report.Json;
import io.goodput.simulation.queue.QueueOutcome;
import io.goodput.simulation.queue.QueueScenario;
import io.goodput.simulation.queue.QueueSimulation;
import io.goodput.simulation.queue.QueueSimulation.Policy;
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

  /** A load, and its outcome by policy. */
  record Row(double load, int believedPatience, Map<Policy, QueueOutcome> outcomes) {

    private QueueOutcome withGoodput() {
      return Objects.requireNonNull(outcomes.get(Policy.GOODPUT));
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
    QueueScenario scenario =
        new QueueScenario(PER_SECOND, load, PATIENCE, believed, DROP_COST, PAUSE, SECONDS);
    Map<Policy, QueueOutcome> outcomes = new LinkedHashMap<>();
    for (Policy policy : Policy.values()) {
      outcomes.put(policy, QueueSimulation.run(scenario, policy));
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
            + Arrays.stream(Policy.values())
                .map(policy -> "%10s".formatted(policy.name().toLowerCase(Locale.ROOT)))
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
