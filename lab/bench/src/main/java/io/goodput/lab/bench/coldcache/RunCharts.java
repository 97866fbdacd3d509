package io.goodput.lab.bench.coldcache;

import io.goodput.lab.bench.load.Summary;
import io.goodput.lab.bench.report.Chart;
import io.goodput.lab.bench.report.Chart.Axis;
import io.goodput.lab.bench.report.Chart.Line;
import io.goodput.lab.bench.report.Rounds;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** The charts of a run: latency, and what each node counted. Both have a point for each second. */
final class RunCharts {

  /** Replicas that a QUORUM read needs with RF 3. */
  private static final int QUORUM = 2;

  private static final Axis TIME = Axis.of("seconds");

  private static final List<Graph> GRAPHS =
      List.of(
          new Graph("Hit rate", "Higher is better.", "hits per lookup", NodeCounts::hitRate),
          new Graph("Cache misses", "Lower is better.", "misses per second", NodeCounts::misses),
          new Graph(
              "Reads",
              "Reads that a node serves. Equal lines are fair shares.",
              "reads per second",
              NodeCounts::reads),
          new Graph(
              "Coordinator local reads",
              "Reads that a node coordinates and serves itself.",
              "reads per second",
              NodeCounts::localReads),
          new Graph(
              "Coordinator remote reads",
              "Reads that a node coordinates and other replicas serve.",
              "reads per second",
              counts -> counts.remoteReads(QUORUM)),
          new Graph(
              "Replica reads",
              "Reads that a node serves for other coordinators.",
              "reads per second",
              NodeCounts::readsForOthers));

  private RunCharts() {}

  /** A chart for each arm, with a line for each node. */
  private record Graph(
      String title, String howToRead, String unit, ToDoubleFunction<NodeCounts> figure) {

    Chart of(Arm arm, Run run) {
      return new Chart(
          title + ", " + arm.title(),
          howToRead,
          TIME,
          Axis.of(unit),
          IntStream.range(0, run.nodes().size()).mapToObj(node -> line(run, node)).toList(),
          run.marks());
    }

    private Line line(Run run, int node) {
      return Line.bySecond("node " + (node + 1), run.nodes().get(node).seconds(), figure);
    }
  }

  /** The charts of the last round. */
  static <R extends Run> List<Chart> of(Map<Arm, Rounds<R>> rounds) {
    List<Chart> charts = new ArrayList<>();
    charts.add(latency("Mean latency", rounds, Summary::meanMillis));
    charts.add(latency("p99 latency", rounds, Summary::p99Millis));
    for (Graph graph : GRAPHS) {
      rounds.forEach((arm, all) -> charts.add(graph.of(arm, all.last())));
    }
    return charts;
  }

  private static <R extends Run> Chart latency(
      String title, Map<Arm, Rounds<R>> rounds, ToDoubleFunction<Summary> figure) {
    return new Chart(
        title,
        "Lower is better. Latency counts from the intended send time.",
        TIME,
        Axis.logarithmic("milliseconds"),
        rounds.entrySet().stream()
            .map(
                arm ->
                    Line.bySecond(
                        arm.getKey().title(), arm.getValue().last().latency().seconds(), figure))
            .toList());
  }
}
