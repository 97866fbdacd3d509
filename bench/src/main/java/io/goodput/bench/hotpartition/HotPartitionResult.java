package io.goodput.bench.hotpartition;

import io.goodput.bench.hotpartition.AttackRound.Reads;
import io.goodput.bench.load.Recording;
import io.goodput.bench.report.Chart;
import io.goodput.bench.report.Chart.Axis;
import io.goodput.bench.report.Chart.Line;
import io.goodput.bench.report.Chart.Mark;
import io.goodput.bench.report.Figure;
import io.goodput.bench.report.Findings;
import io.goodput.bench.report.Findings.Fact;
import io.goodput.bench.report.Rounds;
import io.goodput.bench.report.Spread;
import io.goodput.bench.report.Table;
import io.goodput.bench.report.Text;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** What {@code hot-partition} found, and the cost of accepted and rejected reads in the attack. */
record HotPartitionResult(
    PhaseLengths lengths, List<AttackRound> rounds, RequestCost accepted, RequestCost rejected) {

  private static final List<Figure<HotPartitionResult>> ATTACK =
      List.of(
          Figure.median("offered", 1, it -> it.in(Phase.PROTECTED).spread(Reads::offered)),
          Figure.median("accepted", 1, it -> it.in(Phase.PROTECTED).spread(Reads::accepted)),
          Figure.median("rejected", 1, it -> it.in(Phase.PROTECTED).spread(Reads::rejected)),
          Figure.median(
              "accepted_unprotected", 1, it -> it.in(Phase.ATTACKED).spread(Reads::accepted)));

  private static final List<Figure<HotPartitionResult>> CPU =
      List.of(
          Figure.number("accepted", 1, it -> it.accepted.micros()),
          Figure.number("rejected", 1, it -> it.rejected.micros()),
          Figure.number("accepted_per_s", 0, it -> it.accepted.perSecond()),
          Figure.number("rejected_per_s", 0, it -> it.rejected.perSecond()));

  private static final List<Figure<HotPartitionResult>> SETTING =
      List.of(
          Figure.of("nodes", it -> HotPartition.NODES),
          Figure.of("limit", it -> HotPartition.LIMIT),
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
          byPhase(
              "uniform_ops",
              phase -> Figure.median(phase.toString(), 1, it -> it.in(phase).spread(Reads::good))),
          Figure.group("attack", it -> it, ATTACK),
          Figure.group("cpu_us", it -> it, CPU),
          byPhase(
              "ratio_to_alone", phase -> Figure.spread(phase.toString(), 3, it -> it.ratio(phase))),
          Figure.group("setting", it -> it, SETTING),
          Figure.of(
              "rounds",
              it ->
                  it.rounds.stream()
                      .map(round -> Figure.json(Reads.FIGURES, round.seconds()))
                      .toList()));

  /** CPU time of all nodes for a request, less what idle nodes use, at this many requests. */
  record RequestCost(double micros, double perSecond) {}

  Findings findings() {
    return new Findings(
        "Hot partition",
        Text.of(
            "An attack on one partition leaves %.0f %% of the uniform reads; a limit of %d reads"
                + " per second for each partition restores %.0f %%.",
            100 * ratio(Phase.ATTACKED).median(),
            HotPartition.LIMIT,
            100 * ratio(Phase.PROTECTED).median()),
        Table.of(columns(), List.of(Phase.values())),
        remarks(),
        charts(),
        Fact.of(SETTING, this),
        Figure.json(DOCUMENT, this));
  }

  private List<Figure<Phase>> columns() {
    return List.of(
        Figure.column("phase", Phase::toString),
        column("uniform reads/s", 0, Reads::good),
        Figure.column("share of alone", phase -> ratio(phase).ratio()),
        column("p50 ms", 1, reads -> reads.uniform().p50Millis()),
        column("p99 ms", 1, reads -> reads.uniform().p99Millis()),
        column("attack offered/s", 0, Reads::offered),
        column("accepted/s", 0, Reads::accepted),
        column("rejected/s", 0, Reads::rejected),
        column(
            "failed/s",
            0,
            reads -> reads.uniform().failedPerSecond() + reads.attack().failedPerSecond()));
  }

  private Figure<Phase> column(String title, int decimals, ToDoubleFunction<Reads> figure) {
    return Figure.column(title, phase -> in(phase).spread(figure).text(decimals));
  }

  private List<String> remarks() {
    return Stream.concat(
            Stream.of(
                Text.of(
                    "CPU time of all nodes for a read of the hot partition: %.0f us if served,"
                        + " %.0f us if rejected, a factor of %.1f.",
                    accepted.micros(), rejected.micros(), accepted.micros() / rejected.micros())),
            Recording.firstFailure(
                rounds.stream().flatMap(round -> Stream.of(round.uniform(), round.attack()))))
        .toList();
  }

  private List<Chart> charts() {
    List<Reads> last = rounds.get(rounds.size() - 1).seconds();
    Axis time = Axis.of("seconds of the last round");
    List<Mark> phases =
        Stream.of(Phase.values())
            .map(phase -> new Mark(phase.begin(lengths), phase.toString()))
            .toList();
    return List.of(
        new Chart(
            "Uniform reads served",
            "Higher is better. The attack takes the nodes' time until the limit is set.",
            time,
            Axis.of("reads per second, in time"),
            List.of(Line.bySecond("uniform", last, Reads::good)),
            phases),
        new Chart(
            "Latency of uniform reads",
            "Lower is better. Latency counts from the intended send time.",
            time,
            Axis.logarithmic("milliseconds"),
            List.of(
                Line.bySecond("p50", last, reads -> reads.uniform().p50Millis()),
                Line.bySecond("p99", last, reads -> reads.uniform().p99Millis())),
            phases));
  }

  private Rounds<Reads> in(Phase phase) {
    return new Rounds<>(rounds.stream().map(round -> round.in(phase, lengths)).toList());
  }

  /** Goodput of the uniform reads, relative to the first phase of the same round. */
  private Spread ratio(Phase phase) {
    return in(phase).ratio(in(Phase.ALONE), Reads::good);
  }

  private static Figure<HotPartitionResult> byPhase(
      String key, Function<Phase, Figure<HotPartitionResult>> figure) {
    return Figure.group(key, it -> it, Stream.of(Phase.values()).map(figure).toList());
  }
}
