package io.goodput.lab.bench.hotpartition;

import io.goodput.lab.bench.hotpartition.AttackRound.Reads;
import io.goodput.lab.bench.load.Recording;
import io.goodput.lab.bench.report.Chart;
import io.goodput.lab.bench.report.Chart.Line;
import io.goodput.lab.bench.report.Chart.Mark;
import io.goodput.lab.bench.report.Figure;
import io.goodput.lab.bench.report.Findings;
import io.goodput.lab.bench.report.Findings.Fact;
import io.goodput.lab.bench.report.Json;
import io.goodput.lab.bench.report.Rounds;
import io.goodput.lab.bench.report.Spread;
import io.goodput.lab.bench.report.Table;
import io.goodput.lab.bench.report.Text;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What {@code hot-partition} found.
 *
 * @param rounds with an attack of identical reads
 * @param manyRows rounds with an attack of reads of many rows
 * @param costs of a read of the attack, where it was measured
 */
record HotPartitionResult(
    PhaseLengths lengths,
    List<AttackRound> rounds,
    List<AttackRound> manyRows,
    Map<Phase, RequestCost> costs) {

  private static final List<Phase> MAIN = List.of(Phase.ALONE, Phase.STOCK, Phase.LIMIT);

  /** A phase of the rounds with one kind of attack. */
  private record Row(
      HotPartitionResult result, List<AttackRound> rounds, boolean isManyRows, Phase phase) {

    Rounds<Reads> reads() {
      return result.in(rounds, phase);
    }

    Spread ofAlone() {
      return reads().ratio(result.in(rounds, Phase.ALONE), Reads::good);
    }

    @Nullable RequestCost cost() {
      return isManyRows ? null : result.costs.get(phase);
    }
  }

  private static final List<Figure<Row>> ARM =
      List.of(
          Figure.of("arm", row -> row.phase.toString()),
          Figure.of("rows", row -> row.isManyRows ? "many" : null),
          Figure.median("uniform_of_alone", 3, Row::ofAlone),
          Figure.median(
              "uniform_p99_ms", 2, row -> row.reads().spread(it -> it.uniform().p99Millis())),
          Figure.median("hot_offered", 1, row -> row.reads().spread(Reads::offered)),
          Figure.median("hot_served", 1, row -> row.reads().spread(Reads::accepted)),
          Figure.median("hot_refused", 1, row -> row.reads().spread(Reads::rejected)),
          Figure.of(
              "cpu_us_per_hot",
              row -> row.cost() == null ? null : Json.rounded(row.cost().micros(), 1)));

  private static final List<Figure<HotPartitionResult>> ATTACK =
      List.of(
          Figure.median("offered", 1, it -> it.in(Phase.LIMIT).spread(Reads::offered)),
          Figure.median("accepted", 1, it -> it.in(Phase.LIMIT).spread(Reads::accepted)),
          Figure.median("rejected", 1, it -> it.in(Phase.LIMIT).spread(Reads::rejected)),
          Figure.median(
              "accepted_unprotected", 1, it -> it.in(Phase.STOCK).spread(Reads::accepted)));

  private static final List<Figure<HotPartitionResult>> CPU =
      List.of(
          Figure.number("accepted", 1, it -> it.accepted().micros()),
          Figure.number("rejected", 1, it -> it.rejected().micros()),
          Figure.number("accepted_per_s", 0, it -> it.accepted().perSecond()),
          Figure.number("rejected_per_s", 0, it -> it.rejected().perSecond()));

  private static final List<Figure<HotPartitionResult>> SETTING =
      List.of(
          Figure.of("nodes", it -> HotPartition.NODES),
          Figure.of("limit", it -> HotPartition.LIMIT),
          Figure.of("coalescing_limit", it -> HotPartition.COALESCING_LIMIT),
          Figure.of("staleness_ms", it -> HotPartition.STALENESS_MS),
          Figure.of("request_threads", it -> HotPartition.THREADS),
          Figure.spread(
              "capacity_per_s", 0, it -> new Rounds<>(it.rounds).spread(AttackRound::capacity)),
          Figure.of("uniform_share", it -> HotPartition.UNIFORM_SHARE),
          Figure.of("attack_factor", it -> HotPartition.ATTACK_FACTOR),
          Figure.of("uniform_in_flight", it -> HotPartition.UNIFORM_IN_FLIGHT),
          Figure.of("attack_in_flight", it -> HotPartition.ATTACK_IN_FLIGHT),
          Figure.of("deadline_ms", it -> HotPartition.DEADLINE.toMillis()),
          Figure.of("seconds", HotPartitionResult::lengths));

  private static final List<Figure<HotPartitionResult>> DOCUMENT =
      List.of(
          Figure.spread("fair_shares_served_of_capacity", 3, HotPartitionResult::servedOfCapacity),
          byPhase(
              "uniform_ops",
              phase -> Figure.median(phase.toString(), 1, it -> it.in(phase).spread(Reads::good))),
          Figure.group("attack", it -> it, ATTACK),
          Figure.group("cpu_us", it -> it, CPU),
          byPhase(
              "ratio_to_alone", phase -> Figure.spread(phase.toString(), 3, it -> it.ratio(phase))),
          Figure.of("arms", it -> Figure.json(ARM, it.rows())),
          Figure.group("setting", it -> it, SETTING),
          Figure.of(
              "rounds",
              it ->
                  it.rounds.stream()
                      .map(round -> Figure.json(Reads.FIGURES, round.seconds()))
                      .toList()));

  /** CPU time of all nodes for a request, less what idle nodes use, at this many requests. */
  record RequestCost(double micros, double perSecond) {}

  private RequestCost accepted() {
    return Objects.requireNonNull(costs.get(Phase.STOCK));
  }

  private RequestCost rejected() {
    return Objects.requireNonNull(costs.get(Phase.LIMIT));
  }

  private List<Row> rows() {
    return Stream.concat(
            Stream.of(Phase.values()).map(phase -> new Row(this, rounds, false, phase)),
            HotPartition.MANY_ROWS.stream().map(phase -> new Row(this, manyRows, true, phase)))
        .toList();
  }

  Findings findings() {
    return new Findings(
        "Hot partition",
        headline(),
        Table.of(COLUMNS, rows()),
        remarks(),
        charts(),
        Fact.of(SETTING, this),
        Figure.json(DOCUMENT, this));
  }

  private String headline() {
    Rounds<Reads> coalesced = in(Phase.COALESCING_LIMIT);
    return Text.of(
        "An attack on one partition leaves %.0f%% of the uniform reads; a limit of %d reads per"
            + " second for each partition restores %.0f%%. With a limit of %d and coalesced reads,"
            + " it is %.0f%%, and %.0f%% of the attack are served. With nothing set but fair"
            + " shares, it is %.0f%%, and the nodes serve %.0f%% of what they can.",
        100 * ratio(Phase.STOCK).median(),
        HotPartition.LIMIT,
        100 * ratio(Phase.LIMIT).median(),
        HotPartition.COALESCING_LIMIT,
        100 * ratio(Phase.COALESCING_LIMIT).median(),
        100 * coalesced.median(Reads::accepted) / coalesced.median(Reads::offered),
        100 * ratio(Phase.NOTHING_SET).median(),
        100 * servedOfCapacity().median());
  }

  private static final List<Figure<Row>> COLUMNS =
      List.of(
          Figure.column("arm", row -> row.phase + (row.isManyRows ? ", attack on many rows" : "")),
          column("uniform reads/s", 0, Reads::good),
          Figure.spreadColumn("share of alone", 2, Row::ofAlone),
          column("p50 ms", 1, reads -> reads.uniform().p50Millis()),
          column("p99 ms", 1, reads -> reads.uniform().p99Millis()),
          column("attack offered/s", 0, Reads::offered),
          column("served/s", 0, Reads::accepted),
          column("rejected/s", 0, Reads::rejected),
          column(
              "failed/s",
              0,
              reads -> reads.uniform().failedPerSecond() + reads.attack().failedPerSecond()));

  private static Figure<Row> column(String title, int decimals, ToDoubleFunction<Reads> figure) {
    return Figure.spreadColumn(title, decimals, row -> row.reads().spread(figure));
  }

  private List<String> remarks() {
    String micros =
        costs.entrySet().stream()
            .map(
                cost ->
                    Text.of(
                        "%s %.0f us (%.2f times a rejection)",
                        cost.getKey(),
                        cost.getValue().micros(),
                        cost.getValue().micros() / rejected().micros()))
            .collect(Collectors.joining(", "));
    return Stream.concat(
            Stream.of(
                "CPU time of all nodes for a read of the hot partition: "
                    + micros
                    + ". For limit, it is that of a rejection."),
            Recording.firstFailure(
                Stream.concat(rounds.stream(), manyRows.stream())
                    .flatMap(round -> Stream.of(round.uniform(), round.attack()))))
        .toList();
  }

  private List<Chart> charts() {
    AttackRound round = rounds.get(rounds.size() - 1);
    List<Reads> last = round.seconds();
    List<Mark> phases =
        round.order().stream()
            .map(
                phase ->
                    new Mark(AttackRound.begin(round.order(), phase, lengths), phase.toString()))
            .toList();
    return List.of(
        Chart.bySecond(
            "Uniform reads served in the last round",
            "reads per second, in time",
            List.of(Line.of("uniform", last, Reads::good)),
            phases),
        Chart.bySecond(
            "Latency of uniform reads",
            "milliseconds",
            List.of(
                Line.of("p50", last, reads -> reads.uniform().p50Millis()),
                Line.of("p99", last, reads -> reads.uniform().p99Millis())),
            phases));
  }

  /** What fair shares leave to serve, of what the nodes could serve before the round. */
  private Spread servedOfCapacity() {
    return Spread.of(
        rounds.stream()
            .map(
                round -> {
                  Reads reads = round.in(Phase.NOTHING_SET, lengths);
                  return (reads.good() + reads.accepted()) / round.capacity();
                })
            .toList());
  }

  private Rounds<Reads> in(Phase phase) {
    return in(rounds, phase);
  }

  private Rounds<Reads> in(List<AttackRound> of, Phase phase) {
    return new Rounds<>(of.stream().map(round -> round.in(phase, lengths)).toList());
  }

  /** Goodput of the uniform reads, relative to the first phase of the same round. */
  private Spread ratio(Phase phase) {
    return in(phase).ratio(in(Phase.ALONE), Reads::good);
  }

  private static Figure<HotPartitionResult> byPhase(
      String key, Function<Phase, Figure<HotPartitionResult>> figure) {
    return Figure.group(key, it -> it, MAIN.stream().map(figure).toList());
  }
}
