package io.goodput.lab.bench.coldcache;

import io.goodput.lab.bench.arms.Arm;
import io.goodput.lab.bench.coldcache.node.EmulatedDisk;
import io.goodput.lab.bench.load.Recording;
import io.goodput.lab.bench.load.Summary;
import io.goodput.lab.bench.report.Chart;
import io.goodput.lab.bench.report.Chart.Line;
import io.goodput.lab.bench.report.Figure;
import io.goodput.lab.bench.report.Findings;
import io.goodput.lab.bench.report.Findings.Fact;
import io.goodput.lab.bench.report.Rounds;
import io.goodput.lab.bench.report.Table;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The rounds of all arms.
 *
 * @param lengths of the parts of a run
 */
record Arms<R extends Run>(Record lengths, Map<Arm, Rounds<R>> rounds) {

  private static final List<Figure<Record>> SETTING =
      List.of(
          Figure.of("tuned", lengths -> "dynamic_snitch: false"),
          Figure.of("goodput", lengths -> "heat_weighted_reads: true"),
          Figure.of("nodes", lengths -> ColdCache.NODES),
          Figure.of("reads_per_s", lengths -> ColdCache.READS_PER_SECOND),
          Figure.of("partitions", lengths -> Articles.PARTITIONS),
          Figure.of("skew", lengths -> Articles.SKEW),
          Figure.of("disk_channels", lengths -> EmulatedDisk.CHANNELS),
          Figure.of("disk_read_ms", lengths -> EmulatedDisk.READ_MILLIS),
          Figure.of("deadline_ms", lengths -> ColdCache.DEADLINE.toMillis()),
          Figure.of("seconds", lengths -> lengths));

  /** What all arms say, after each other. */
  String each(BiFunction<String, Rounds<R>, String> saying) {
    return rounds.entrySet().stream()
        .map(arm -> saying.apply(arm.getKey().toString(), arm.getValue()))
        .collect(Collectors.joining(", "));
  }

  /**
   * The findings.
   *
   * @param figures of each arm
   * @param remark what the figures mean
   */
  Findings findings(String title, String headline, List<Figure<Rounds<R>>> figures, String remark) {
    Map<String, Rounds<R>> columns = new LinkedHashMap<>();
    Map<String, @Nullable Object> document = new LinkedHashMap<>();
    rounds.forEach(
        (arm, of) -> {
          columns.put(arm.toString(), of);
          document.put(arm.toString(), Figure.json(figures, of));
        });
    document.put("setting", Figure.json(SETTING, lengths));
    Stream<Recording> recordings =
        rounds.values().stream().flatMap(of -> of.list().stream()).map(Run::latency);
    return new Findings(
        title,
        headline,
        Table.byArm(figures, columns),
        Stream.concat(
                Stream.of(
                    "Figures are medians of the rounds (lowest to highest), charts show the last. "
                        + remark
                        + " Warm: 95% of the hit rate before. Disks are emulated."),
                Recording.firstFailure(recordings))
            .toList(),
        charts(),
        Fact.of(SETTING, lengths),
        document);
  }

  /** The charts of the last round: latency of all arms, and the hit rate of each node of an arm. */
  private List<Chart> charts() {
    List<Chart> charts = new ArrayList<>();
    charts.add(latency("Mean latency", Summary::meanMillis));
    charts.add(latency("p99 latency", Summary::p99Millis));
    rounds.forEach((arm, of) -> charts.add(hitRates(arm, of.last())));
    return charts;
  }

  private Chart latency(String title, ToDoubleFunction<Summary> figure) {
    return Chart.bySecond(
        title,
        "milliseconds",
        rounds.entrySet().stream()
            .map(
                arm ->
                    Line.of(
                        arm.getKey().toString(), arm.getValue().last().latency().seconds(), figure))
            .toList(),
        List.of());
  }

  private static Chart hitRates(Arm arm, Run run) {
    return Chart.bySecond(
        "Hit rate, " + arm,
        "hits per lookup",
        IntStream.range(0, run.nodes().size())
            .mapToObj(
                node ->
                    Line.of(
                        "node " + (node + 1), run.nodes().get(node).seconds(), NodeCounts::hitRate))
            .toList(),
        run.marks());
  }
}
