package io.goodput.lab.bench.transactions;

import io.goodput.lab.bench.arms.Arm;
import io.goodput.lab.bench.arms.ArmClusters;
import io.goodput.lab.bench.arms.Setup;
import io.goodput.lab.bench.load.Outcome;
import io.goodput.lab.bench.load.Recording;
import io.goodput.lab.bench.load.Summary;
import io.goodput.lab.bench.report.Figure;
import io.goodput.lab.bench.report.Findings;
import io.goodput.lab.bench.report.Findings.Fact;
import io.goodput.lab.bench.report.Rounds;
import io.goodput.lab.bench.report.Spread;
import io.goodput.lab.bench.report.Table;
import io.goodput.lab.bench.report.Text;
import io.goodput.lab.bench.transactions.Transactions.Case;
import io.goodput.lab.bench.transactions.Transactions.RunLengths;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * What {@code lwt} found.
 *
 * @param pinned whether nodes and client had a core each
 */
record TransactionsResult(
    RunLengths lengths, boolean pinned, List<Case> cases, List<Trial> trials) {

  /** One case on one cluster in one round. */
  record Trial(Case what, Arm arm, Recording requests, RunLengths lengths) {

    private Summary summary() {
      return requests.over(lengths.settle(), lengths.run());
    }

    double applied() {
      return summary().goodPerSecond();
    }

    double failed() {
      return summary().offeredPerSecond() - applied();
    }

    double refused() {
      return summary().perSecond(Outcome.REFUSED);
    }

    double p50Millis() {
      return summary().p50Millis();
    }

    double p99Millis() {
      return summary().p99Millis();
    }
  }

  /** A case on the cluster of one arm, over the rounds. */
  private record Row(Case what, Arm arm, Rounds<Trial> trials, Rounds<Trial> ofStock) {

    String design() {
      return arm == Arm.TUNED ? "stock_v2" : arm.toString();
    }

    Spread appliedOfStock() {
      return trials.ratio(ofStock, Trial::applied);
    }

    Spread p99OfStock() {
      return trials.ratio(ofStock, Trial::p99Millis);
    }
  }

  private static final List<Figure<Trial>> RUN =
      List.of(
          Figure.<Trial>of("keys", trial -> trial.what.keys()).as("keys"),
          Figure.<Trial>of("clients", trial -> trial.what.clients()).as("clients"),
          Figure.<Trial>of("retries", trial -> trial.what.retries()).as("retries"),
          Figure.<Trial>of("compare", trial -> trial.what.compare()).as("compare"),
          Figure.<Trial>of("arm", trial -> trial.arm.toString()).as("arm"),
          Figure.<Trial>number("applied_per_s", 1, Trial::applied).as("applied/s"),
          Figure.<Trial>number("failed_per_s", 1, Trial::failed).as("failed/s"),
          Figure.<Trial>number("p99_ms", 1, Trial::p99Millis).as("p99 ms"));

  private static final List<Figure<Row>> CASES =
      List.of(
          Figure.<Row>of("keys", row -> row.what.keys()).as("keys"),
          Figure.<Row>of("clients", row -> row.what.clients()).as("clients"),
          Figure.<Row>of("retries", row -> row.what.retries())
              .as("retries", row -> row.what.retries() ? "three" : "none"),
          Figure.<Row>of("compare", row -> row.what.compare())
              .as("condition", row -> row.what.compare() ? "value" : "row exists"),
          Figure.<Row>of("design", Row::design).as("design"),
          number("applied_per_s", "applied/s", Trial::applied),
          number("failed_per_s", "failed/s", Trial::failed),
          number("refused_per_s", "of these refused/s", Trial::refused),
          number("p50_ms", "p50 ms", Trial::p50Millis),
          number("p99_ms", "p99 ms", Trial::p99Millis),
          Figure.ratio("applied_of_stock", "applied, of stock", 3, Row::appliedOfStock),
          Figure.ratio("p99_of_stock", "p99, of stock", 3, Row::p99OfStock));

  private static Figure<Row> number(String key, String title, ToDoubleFunction<Trial> figure) {
    return Figure.<Row>number(key, 1, row -> row.trials.spread(figure)).as(title, 0);
  }

  private static final List<Figure<TransactionsResult>> SETTING =
      List.of(
          Figure.of("nodes", it -> ArmClusters.NODES),
          Figure.of("pinned", TransactionsResult::pinned),
          Figure.of("seconds", TransactionsResult::lengths),
          Figure.of("stock", it -> "as Apache ships it"),
          Figure.of("stock_v2", it -> Setup.text(Transactions.TUNING)),
          Figure.of("goodput", it -> Transactions.GOODPUT_YAML.strip()));

  private static final List<Figure<TransactionsResult>> DOCUMENT =
      List.of(
          Figure.of("cases", it -> Figure.json(CASES, it.rows())),
          Figure.group("setting", it -> it, SETTING));

  /** A run in one line. */
  static String line(Trial trial) {
    return Figure.line(RUN, trial);
  }

  Findings findings() {
    return new Findings(
        "Lightweight transactions",
        headline(),
        Table.of(CASES, rows()),
        Recording.remarks(
            trials.stream().map(Trial::requests),
            Rounds.legend(lengths.rounds()),
            "A transaction fails with an error, or without an answer in time."),
        List.of(),
        Fact.of(SETTING, this),
        Figure.json(DOCUMENT, this));
  }

  private List<Row> rows() {
    return cases.stream()
        .flatMap(
            what ->
                Stream.of(Arm.values())
                    .map(arm -> new Row(what, arm, of(what, arm), of(what, Arm.STOCK))))
        .toList();
  }

  private Rounds<Trial> of(Case what, Arm arm) {
    return Rounds.of(trials, trial -> trial.what.equals(what) && trial.arm == arm);
  }

  private String headline() {
    Case oneKey = cases.get(0);
    Rounds<Trial> goodput = of(oneKey, Arm.GOODPUT);
    Rounds<Trial> stock = of(oneKey, Arm.STOCK);
    return Text.of(
        "%d clients on one key: %.0f transactions applied and %.0f failed per second on a stock"
            + " cluster, %.0f and %.0f with Goodput.",
        Transactions.CLIENTS,
        stock.median(Trial::applied),
        stock.median(Trial::failed),
        goodput.median(Trial::applied),
        goodput.median(Trial::failed));
  }
}
