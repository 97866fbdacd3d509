package io.goodput.lab.bench.metastable;

import io.goodput.lab.bench.arms.Arm;
import io.goodput.lab.bench.arms.ArmClusters;
import io.goodput.lab.bench.arms.Setup;
import io.goodput.lab.bench.load.Recording;
import io.goodput.lab.bench.load.Summary;
import io.goodput.lab.bench.report.Chart;
import io.goodput.lab.bench.report.Chart.Line;
import io.goodput.lab.bench.report.Chart.Mark;
import io.goodput.lab.bench.report.Figure;
import io.goodput.lab.bench.report.Findings;
import io.goodput.lab.bench.report.Findings.Fact;
import io.goodput.lab.bench.report.Json;
import io.goodput.lab.bench.report.Rounds;
import io.goodput.lab.bench.report.Table;
import io.goodput.lab.bench.report.Text;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * What {@code metastable} found.
 *
 * @param pinned whether nodes and client had a core each
 * @param trials one for each arm and round
 */
record MetastableResult(RunLengths lengths, boolean pinned, List<Trial> trials) {

  private static final List<Figure<Trial>> RUN =
      List.of(
          Figure.of("design", trial -> trial.arm().toString()),
          Figure.of("round", Trial::round),
          Figure.<Trial>number("load_per_s", 1, Trial::load).as("load/s"),
          Figure.number("before_per_s", 1, Trial::before),
          Figure.<Trial>number("seconds_to_95", 0, Trial::secondsTo95).as("seconds to 95%"),
          Figure.of("recovered", Trial::recovered),
          Figure.<Trial>number("last_per_s", 1, Trial::last).as("last goodput/s"),
          Figure.<Trial>number("failed_per_s", 1, Trial::failedAfter).as("failed/s"),
          Figure.<Trial>number("attempts", 2, Trial::attempts).as("attempts"),
          Figure.of(
              "good_per_s",
              trial ->
                  trial.requests().seconds().stream()
                      .map(second -> Json.rounded(second.goodPerSecond(), 0))
                      .toList()));

  private record Row(Arm arm, Rounds<Trial> trials) {

    String recoveries() {
      long count = trials.list().stream().filter(Trial::recovered).count();
      return "%d of %d".formatted(count, trials.list().size());
    }
  }

  private static final List<Figure<Row>> COLUMNS =
      List.of(
          Figure.column("arm", row -> row.arm.toString()),
          column("load/s", 0, Trial::load),
          column("goodput/s before", 0, Trial::before),
          Figure.column("recovered", Row::recoveries),
          column("seconds to 95%", 0, Trial::secondsTo95),
          column("of before at the end", 2, trial -> trial.last() / trial.before()),
          column("failed/s after the pause", 0, Trial::failedAfter),
          column("attempts for each request", 2, Trial::attempts));

  private static final List<Figure<MetastableResult>> SETTING =
      Stream.concat(
              Stream.of(
                  Figure.<MetastableResult>of("nodes", it -> ArmClusters.NODES),
                  Figure.<MetastableResult>of("load_of_capacity", it -> Metastable.LOAD),
                  Figure.<MetastableResult>of("timeout_ms", it -> Metastable.TIMEOUT.toMillis()),
                  Figure.<MetastableResult>of("retries", it -> Metastable.RETRIES),
                  Figure.<MetastableResult>of("request_threads", it -> Setup.THREADS),
                  Figure.<MetastableResult>of("pinned", MetastableResult::pinned),
                  Figure.<MetastableResult>of("seconds", MetastableResult::lengths)),
              Stream.of(Arm.values())
                  .map(arm -> Figure.<MetastableResult>of(arm.toString(), it -> settings(arm))))
          .toList();

  private static final List<Figure<MetastableResult>> DOCUMENT =
      List.of(
          Figure.of("runs", it -> Figure.json(RUN, it.trials)),
          Figure.group("setting", it -> it, SETTING));

  private static Figure<Row> column(String title, int decimals, ToDoubleFunction<Trial> figure) {
    return Figure.spreadColumn(title, decimals, row -> row.trials.spread(figure));
  }

  /** A run in one line. */
  static String line(Trial trial) {
    return Figure.line(RUN, trial);
  }

  Findings findings() {
    return new Findings(
        "Metastable failure",
        headline(),
        Table.of(COLUMNS, Stream.of(Arm.values()).map(this::row).toList()),
        remarks(),
        List.of(chart()),
        Fact.of(SETTING, this),
        Figure.json(DOCUMENT, this));
  }

  private static String settings(Arm arm) {
    return switch (arm) {
      case STOCK -> "as Apache ships it";
      case TUNED -> Setup.text(Metastable.TUNING) + ", clients: THROW_ON_OVERLOAD";
      case GOODPUT -> Metastable.GOODPUT_YAML.strip().replace("\n", ", ");
    };
  }

  private Row row(Arm arm) {
    return new Row(arm, new Rounds<>(trials.stream().filter(it -> it.arm() == arm).toList()));
  }

  private String headline() {
    return Text.of(
        "After a pause of a node for %d s at %.0f%% of what the nodes can serve, goodput is back at"
            + " 95%% within %d s in %s rounds on a stock cluster, %s with Cassandra's own settings,"
            + " and %s with Goodput.",
        lengths.pause(),
        100 * Metastable.LOAD,
        lengths.after(),
        row(Arm.STOCK).recoveries(),
        row(Arm.TUNED).recoveries(),
        row(Arm.GOODPUT).recoveries());
  }

  private List<String> remarks() {
    return Stream.concat(
            Stream.of(
                "Figures are medians of %d rounds, with the lowest and the highest."
                    .formatted(lengths.rounds()),
                "Goodput is requests that succeed before their clients give up. It is back once it"
                    + " has stayed at 95%% for %d s.".formatted(Trial.STEADY)),
            Recording.firstFailure(trials.stream().map(Trial::requests)))
        .toList();
  }

  private Chart chart() {
    return Chart.bySecond(
        "Goodput in the last round",
        "requests per second",
        trials.stream()
            .filter(trial -> trial.round() == lengths.rounds())
            .map(
                trial ->
                    Line.of(
                        trial.arm().toString(), trial.requests().seconds(), Summary::goodPerSecond))
            .toList(),
        List.of(
            new Mark(lengths.before(), "a node pauses"), new Mark(lengths.end(), "it resumes")));
  }
}
