package io.goodput.lab.bench.metastable;

import io.goodput.lab.bench.load.Recording;
import io.goodput.lab.bench.load.Summary;
import io.goodput.lab.bench.report.Chart;
import io.goodput.lab.bench.report.Chart.Axis;
import io.goodput.lab.bench.report.Chart.Line;
import io.goodput.lab.bench.report.Chart.Mark;
import io.goodput.lab.bench.report.Figure;
import io.goodput.lab.bench.report.Findings;
import io.goodput.lab.bench.report.Findings.Fact;
import io.goodput.lab.bench.report.Json;
import io.goodput.lab.bench.report.Rounds;
import io.goodput.lab.bench.report.Table;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * What {@code metastable} found.
 *
 * @param pinned whether nodes and client had a core each
 * @param trials one for each design and round
 */
record MetastableResult(RunLengths lengths, boolean pinned, List<Trial> trials) {

  private static final List<Figure<Trial>> RUN =
      List.of(
          Figure.of("design", trial -> trial.design().toString()),
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

  private record Row(Design design, Rounds<Trial> trials) {

    String recoveries() {
      long count = trials.list().stream().filter(Trial::recovered).count();
      return "%d of %d".formatted(count, trials.list().size());
    }
  }

  private static final List<Figure<Row>> COLUMNS =
      List.of(
          Figure.column("design", row -> row.design.toString()),
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
                  Figure.<MetastableResult>of("nodes", it -> Metastable.NODES),
                  Figure.<MetastableResult>of("load_of_capacity", it -> Metastable.LOAD),
                  Figure.<MetastableResult>of("timeout_ms", it -> Metastable.TIMEOUT.toMillis()),
                  Figure.<MetastableResult>of("retries", it -> Metastable.RETRIES),
                  Figure.<MetastableResult>of("request_threads", it -> Metastable.THREADS),
                  Figure.<MetastableResult>of("pinned", MetastableResult::pinned),
                  Figure.<MetastableResult>of("seconds", MetastableResult::lengths)),
              Arrays.stream(Design.values())
                  .map(
                      design ->
                          Figure.<MetastableResult>of(design.toString(), it -> design.settings())))
          .toList();

  private static final List<Figure<MetastableResult>> DOCUMENT =
      List.of(
          Figure.of("runs", it -> Figure.json(RUN, it.trials)),
          Figure.group("setting", it -> it, SETTING));

  private static Figure<Row> column(String title, int decimals, ToDoubleFunction<Trial> figure) {
    return Figure.column(title, row -> row.trials.spread(figure).text(decimals));
  }

  /** A run in one line. */
  static String line(Trial trial) {
    return Figure.line(RUN, trial);
  }

  Findings findings() {
    return new Findings(
        "Metastable failure",
        headline(),
        Table.of(COLUMNS, Arrays.stream(Design.values()).map(this::row).toList()),
        remarks(),
        List.of(chart()),
        Fact.of(SETTING, this),
        Figure.json(DOCUMENT, this));
  }

  private Row row(Design design) {
    return new Row(
        design, new Rounds<>(trials.stream().filter(it -> it.design() == design).toList()));
  }

  private String headline() {
    return ("After a pause of a node for %d s at %.0f%% of what the nodes can serve, goodput is back at"
            + " 95%% within %d s %s.")
        .formatted(
            lengths.pause(),
            100 * Metastable.LOAD,
            lengths.after(),
            "%s on a stock cluster, %s with Cassandra's own settings, and %s with Goodput"
                .formatted(
                    outcome(Design.STOCK), outcome(Design.STOCK_BEST), outcome(Design.GOODPUT)));
  }

  private String outcome(Design design) {
    List<Trial> ofDesign = trials.stream().filter(it -> it.design() == design).toList();
    return "in %d of %d rounds"
        .formatted(ofDesign.stream().filter(Trial::recovered).count(), ofDesign.size());
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
    List<Line> lines =
        trials.stream()
            .filter(trial -> trial.round() == lengths.rounds())
            .map(
                trial ->
                    Line.bySecond(
                        trial.design().toString(),
                        trial.requests().seconds(),
                        Summary::goodPerSecond))
            .toList();
    return new Chart(
        "Goodput",
        "Higher is better. Requests count in the second in which clients wanted to send them.",
        Axis.of("seconds of the last round"),
        Axis.of("requests per second"),
        lines,
        List.of(
            new Mark(lengths.before(), "a node pauses"), new Mark(lengths.end(), "it resumes")));
  }
}
