package io.goodput.lab.bench.metastable;

import io.goodput.lab.bench.arms.Arm;
import io.goodput.lab.bench.arms.ArmClusters;
import io.goodput.lab.bench.arms.Setup;
import io.goodput.lab.bench.load.Outcome;
import io.goodput.lab.bench.load.Recording;
import io.goodput.lab.bench.load.Retries;
import io.goodput.lab.bench.load.Summary;
import io.goodput.lab.bench.metastable.Metastable.Case;
import io.goodput.lab.bench.metastable.Metastable.RunLengths;
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
import java.util.OptionalInt;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What {@code metastable} found.
 *
 * @param pinned whether nodes and client had a core each
 * @param trials one for each arm, each way to retry, and each round
 */
record MetastableResult(RunLengths lengths, boolean pinned, List<Trial> trials) {

  /**
   * A trigger under load, and what came after it.
   *
   * @param round counted from 1
   * @param load requests per second, retries not included
   * @param sent attempts of the clients, retries included
   * @param end the second at which the trigger was over
   */
  record Trial(
      Arm arm,
      Case what,
      int round,
      double load,
      long sent,
      RunLengths lengths,
      int end,
      Recording requests) {

    /** The part of the goodput before the trigger that is a recovery. */
    static final double ENOUGH = 0.95;

    /** How long it has to last, in seconds; a relapse is as long. */
    static final int STEADY = 3;

    /** Goodput before the trigger, in requests per second. */
    double before() {
      return requests.over(lengths.settle(), lengths.before()).goodPerSecond();
    }

    /** Goodput over the last seconds, in requests per second. */
    double last() {
      return requests.over(requests.length() - STEADY, requests.length()).goodPerSecond();
    }

    /** Attempts for each request. */
    double attempts() {
      return sent / (load * requests.length());
    }

    /** Requests per second that failed in the seconds after the trigger. */
    double failedAfter() {
      Summary after = requests.over(end, requests.length());
      return after.offeredPerSecond() - after.goodPerSecond();
    }

    /** Requests per second after the trigger whose last answer was that a node is overloaded. */
    double refusedAfter() {
      return requests.over(end, requests.length()).perSecond(Outcome.REFUSED, Outcome.OVERLOADED);
    }

    /** Requests per second after the trigger whose last answer was a timeout. */
    double timedOutAfter() {
      return requests.over(end, requests.length()).perSecond(Outcome.TIMED_OUT);
    }

    boolean recovered() {
      return recovery().isPresent();
    }

    /** Seconds from the end of the trigger to the recovery; NaN if there was none. */
    double secondsTo95() {
      return recovery().stream().asDoubleStream().findFirst().orElse(Double.NaN);
    }

    /**
     * The first of {@link #STEADY} good seconds in a row after the trigger, and after the last
     * relapse: as many bad seconds in a row. None if there was no goodput before the trigger
     * either.
     */
    private OptionalInt recovery() {
      int relapse = steady(false).max().orElse(-1);
      return steady(true).filter(second -> second > relapse).min();
    }

    /** Where good, or bad, seconds in a row begin, counted from the end of the trigger. */
    private IntStream steady(boolean isGood) {
      double enough = ENOUGH * before();
      return IntStream.rangeClosed(0, requests.length() - STEADY - end)
          .filter(
              second ->
                  IntStream.range(end + second, end + second + STEADY)
                      .allMatch(it -> isGood == (good(it) > 0 && good(it) >= enough)));
    }

    private double good(int second) {
      return requests.over(second, second + 1).goodPerSecond();
    }
  }

  private static final Case CHARTED = new Case(Trigger.PAUSE, Retries.THREE);

  private static final List<Figure<Trial>> RUN =
      List.of(
          Figure.of("trigger", trial -> Text.name(trial.what.trigger())),
          Figure.of("retries", trial -> Text.name(trial.what.retries())),
          Figure.of("design", trial -> trial.arm().toString()),
          Figure.of("round", Trial::round),
          Figure.<Trial>number("load_per_s", 1, Trial::load).as("load/s"),
          Figure.number("before_per_s", 1, Trial::before),
          Figure.<Trial>number("seconds_to_95", 0, Trial::secondsTo95).as("seconds to 95%"),
          Figure.of("recovered", Trial::recovered),
          Figure.<Trial>number("last_per_s", 1, Trial::last).as("last goodput/s"),
          Figure.<Trial>number("failed_per_s", 1, Trial::failedAfter).as("failed/s"),
          Figure.<Trial>number("refused_per_s", 1, Trial::refusedAfter).as("refused/s"),
          Figure.<Trial>number("timed_out_per_s", 1, Trial::timedOutAfter).as("timed out/s"),
          Figure.<Trial>number("attempts", 2, Trial::attempts).as("attempts"),
          Figure.of(
              "good_per_s",
              trial ->
                  trial.requests().seconds().stream()
                      .map(second -> Json.rounded(second.goodPerSecond(), 0))
                      .toList()));

  private record Row(Case what, Arm arm, Rounds<Trial> trials) {

    String recoveries() {
      long count = trials.list().stream().filter(Trial::recovered).count();
      return "%d of %d".formatted(count, trials.list().size());
    }
  }

  private static final List<Figure<Row>> COLUMNS =
      List.of(
          Figure.column("trigger", row -> Text.name(row.what.trigger())),
          Figure.column("retries", row -> Text.name(row.what.retries())),
          Figure.column("arm", row -> row.arm.toString()),
          column("load/s", 0, Trial::load),
          column("goodput/s before", 0, Trial::before),
          Figure.column("recovered", Row::recoveries),
          column("seconds to 95%", 0, Trial::secondsTo95),
          column("of before at the end", 2, trial -> trial.last() / trial.before()),
          column("failed/s afterwards", 0, Trial::failedAfter),
          column("refused/s afterwards", 0, Trial::refusedAfter),
          column("timed out/s afterwards", 0, Trial::timedOutAfter),
          column("attempts for each request", 2, Trial::attempts));

  private static final List<Figure<MetastableResult>> SETTING =
      List.of(
          Figure.of("nodes", it -> ArmClusters.NODES),
          Figure.of("load_of_capacity", it -> Metastable.LOAD),
          Figure.of("timeout_ms", it -> Metastable.TIMEOUT.toMillis()),
          Figure.of("request_threads", it -> Setup.THREADS),
          Figure.of("pinned", MetastableResult::pinned),
          Figure.of("seconds", MetastableResult::lengths),
          Figure.of("stock", it -> "as Apache ships it"),
          Figure.of("tuned", it -> Setup.text(Metastable.TUNING) + ", clients: THROW_ON_OVERLOAD"),
          Figure.of("goodput", it -> Metastable.GOODPUT_YAML.strip().replace("\n", ", ")));

  private static final List<Figure<MetastableResult>> DOCUMENT =
      List.of(
          Figure.of("runs", it -> Figure.json(RUN, it.trials)),
          Figure.group("setting", it -> it, SETTING));

  private static Figure<Row> column(String title, int decimals, ToDoubleFunction<Trial> figure) {
    return Figure.column(title, decimals, row -> row.trials.spread(figure));
  }

  /** A run in one line. */
  static String line(Trial trial) {
    return Figure.line(RUN, trial);
  }

  Findings findings() {
    return new Findings(
        "Metastable failure",
        headline(),
        Table.of(
            COLUMNS,
            Metastable.ALL.stream()
                .filter(what -> trials.stream().anyMatch(trial -> trial.what.equals(what)))
                .flatMap(this::rows)
                .toList()),
        remarks(),
        List.of(chart()),
        Fact.of(SETTING, this),
        Figure.json(DOCUMENT, this));
  }

  private Stream<Row> rows(Case what) {
    return Stream.of(Arm.values())
        .map(
            arm ->
                new Row(
                    what, arm, Rounds.of(trials, it -> it.arm() == arm && it.what().equals(what))));
  }

  private String recoveries(Arm arm) {
    List<Trial> ofArm = trials.stream().filter(trial -> trial.arm() == arm).toList();
    return "%d of %d".formatted(ofArm.stream().filter(Trial::recovered).count(), ofArm.size());
  }

  private String headline() {
    return Text.of(
        "After a trigger at %.0f%% of what the nodes can serve, goodput is back at 95%% within %d s"
            + " in %s trials on a stock cluster, %s with Cassandra's own settings, and %s with"
            + " Goodput.",
        100 * Metastable.LOAD,
        lengths.after(),
        recoveries(Arm.STOCK),
        recoveries(Arm.TUNED),
        recoveries(Arm.GOODPUT));
  }

  private List<String> remarks() {
    return Recording.remarks(
        trials.stream().map(Trial::requests),
        Rounds.legend(lengths.rounds()),
        "Goodput is requests that succeed before their clients give up. It is back once it has"
            + " stayed at 95%% for %d s.".formatted(Trial.STEADY));
  }

  private Chart chart() {
    return Chart.bySecond(
        "Goodput in the last round of a pause with three retries",
        "requests per second",
        trials.stream()
            .filter(trial -> trial.round() == lengths.rounds() && trial.what.equals(CHARTED))
            .map(
                trial ->
                    Line.of(
                        trial.arm().toString(), trial.requests().seconds(), Summary::goodPerSecond))
            .toList(),
        List.of(
            new Mark(lengths.before(), "a node pauses"),
            new Mark(lengths.before() + lengths.pause(), "it resumes")));
  }
}
