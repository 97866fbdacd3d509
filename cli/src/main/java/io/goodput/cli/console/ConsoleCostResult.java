package io.goodput.cli.console;

import io.goodput.lab.bench.report.Figure;
import io.goodput.lab.bench.report.Findings;
import io.goodput.lab.bench.report.Findings.Fact;
import io.goodput.lab.bench.report.Rounds;
import io.goodput.lab.bench.report.Spread;
import io.goodput.lab.bench.report.Table;
import io.goodput.lab.bench.report.Text;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** What the benchmark {@code console} found. */
record ConsoleCostResult(Lengths lengths, Map<Phase, List<Round>> rounds) {

  /** What the node does besides. */
  enum Phase {
    IDLE,
    LOADED;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Whether a browser shows the console. */
  enum Arm {
    WITHOUT,
    WITH
  }

  /**
   * How long it takes.
   *
   * @param warmUp seconds
   * @param seconds of an arm of a round
   */
  record Lengths(int warmUp, int rounds, int seconds) {}

  /** Cores that the node used, without and with the console. */
  record Round(double without, double with) {

    static Round of(Map<Arm, Double> cores) {
      return new Round(
          Objects.requireNonNull(cores.get(Arm.WITHOUT)),
          Objects.requireNonNull(cores.get(Arm.WITH)));
    }

    double console() {
      return with - without;
    }
  }

  private record Row(Phase phase, Rounds<Round> rounds) {

    Spread percent(ToDoubleFunction<Round> cores) {
      return rounds.spread(round -> 100 * cores.applyAsDouble(round));
    }
  }

  private static final List<Figure<Row>> CASE =
      List.of(
          Figure.<Row>of("node", Row::phase).as("node"),
          percent("without_percent", "without, % of a core", Round::without),
          percent("with_percent", "with, % of a core", Round::with),
          percent("console_percent", "console, % of a core", Round::console));

  private static final List<Figure<ConsoleCostResult>> DOCUMENT =
      List.of(
          Figure.of("cases", result -> Figure.json(CASE, result.rows())),
          Figure.of("lengths", ConsoleCostResult::lengths));

  private static final List<Figure<ConsoleCostResult>> SETTING =
      List.of(
          Figure.of("reads_per_s_of_the_loaded_node", result -> ConsoleCost.LOAD_PER_SECOND),
          Figure.of("partitions", result -> ConsoleCost.PARTITIONS),
          Figure.of("overrides", result -> ConsoleCost.OVERRIDES),
          Figure.of("lengths", ConsoleCostResult::lengths));

  private static Figure<Row> percent(String key, String title, ToDoubleFunction<Round> cores) {
    return Figure.<Row>spread(key, 2, row -> row.percent(cores)).as(title);
  }

  Findings findings() {
    return new Findings(
        "Cost of the console",
        headline(),
        Table.of(CASE, rows()),
        List.of(
            "Figures are the CPU time of the node's process over the time, without a browser that"
                + " shows the console and with one.",
            "The console's figure is the difference in each round: it has the noise of both."),
        List.of(),
        Fact.of(SETTING, this),
        Figure.json(DOCUMENT, this));
  }

  static String line(Phase phase, Round round) {
    return Figure.line(CASE, new Row(phase, new Rounds<>(List.of(round))));
  }

  private List<Row> rows() {
    return Stream.of(Phase.values()).map(this::row).toList();
  }

  private Row row(Phase phase) {
    return new Row(phase, new Rounds<>(Objects.requireNonNull(rounds.get(phase))));
  }

  private String headline() {
    return Text.of(
        "The console costs an idle node %s percent of a core, and a loaded node %s percent.",
        row(Phase.IDLE).percent(Round::console).text(2),
        row(Phase.LOADED).percent(Round::console).text(2));
  }
}
