package io.goodput.bench.hotpartition;

import io.goodput.bench.hotpartition.AttackRound.Reads;
import io.goodput.bench.load.Outcome;
import io.goodput.bench.load.Recording;
import io.goodput.bench.report.Chart;
import io.goodput.bench.report.Chart.Axis;
import io.goodput.bench.report.Chart.Line;
import io.goodput.bench.report.Figure;
import io.goodput.bench.report.Findings;
import io.goodput.bench.report.Findings.Fact;
import io.goodput.bench.report.Json;
import io.goodput.bench.report.Rounds;
import io.goodput.bench.report.Spread;
import io.goodput.bench.report.Table;
import io.goodput.bench.report.Text;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * What {@code hot-partition} found.
 *
 * @param accepted cost of a read of the hot partition that the nodes serve
 * @param rejected cost of a read that they reject
 */
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
          Figure.spread("capacity_per_s", 0, HotPartitionResult::capacity),
          Figure.of("uniform_share", it -> HotPartition.UNIFORM_SHARE),
          Figure.of("attack_factor", it -> HotPartition.ATTACK_FACTOR),
          Figure.of("uniform_in_flight", it -> HotPartition.UNIFORM_IN_FLIGHT),
          Figure.of("attack_in_flight", it -> HotPartition.ATTACK_IN_FLIGHT),
          Figure.of("deadline_ms", it -> HotPartition.DEADLINE.toMillis()),
          Figure.of("seconds", HotPartitionResult::lengths));

  private static final List<Figure<Reads>> SECOND =
      List.of(
          Figure.of("uniform", second -> second.uniform().count(Outcome.GOOD)),
          Figure.number("p50_ms", 2, second -> second.uniform().p50Millis()),
          Figure.number("p99_ms", 2, second -> second.uniform().p99Millis()),
          Figure.number("attack_offered", 0, Reads::offered),
          Figure.number("attack_accepted", 0, Reads::accepted),
          Figure.of("attack_rejected", second -> second.attack().count(Outcome.REFUSED)));

  private static final List<Figure<HotPartitionResult>> DOCUMENT =
      List.of(
          Figure.of(
              "uniform_ops",
              it -> byPhase(phase -> Json.rounded(it.in(phase).median(Reads::good), 1))),
          Figure.group("attack", it -> it, ATTACK),
          Figure.group("cpu_us", it -> it, CPU),
          Figure.of("ratio_to_alone", it -> byPhase(phase -> it.ratio(phase).rounded(3))),
          Figure.group("setting", it -> it, SETTING),
          Figure.of(
              "rounds",
              it ->
                  it.rounds.stream().map(round -> Figure.json(SECOND, round.seconds())).toList()));

  /**
   * CPU time of all nodes for one request, less what idle nodes use.
   *
   * @param micros CPU time in microseconds
   * @param perSecond requests per second during the measurement
   */
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
        setting(),
        Figure.json(DOCUMENT, this));
  }

  private List<Figure<Phase>> columns() {
    return List.of(
        Figure.column("phase", Phase::toString),
        Figure.column("uniform reads/s", phase -> in(phase).spread(Reads::good).whole()),
        Figure.column("share of alone", phase -> ratio(phase).ratio()),
        Figure.column("p50 ms", phase -> in(phase).spread(it -> it.uniform().p50Millis()).tenths()),
        Figure.column("p99 ms", phase -> in(phase).spread(it -> it.uniform().p99Millis()).tenths()),
        Figure.column("attack offered/s", phase -> in(phase).spread(Reads::offered).whole()),
        Figure.column("accepted/s", phase -> in(phase).spread(Reads::accepted).whole()),
        Figure.column("rejected/s", phase -> in(phase).spread(Reads::rejected).whole()),
        Figure.column("failed/s", phase -> in(phase).spread(Reads::failed).whole()));
  }

  private List<String> remarks() {
    return Stream.concat(
            Stream.of(
                Text.of(
                    "CPU time of all nodes for a read of the hot partition: %.0f us if served"
                        + " (%.0f/s), %.0f us if rejected (%.0f/s), a factor of %.1f.",
                    accepted.micros(),
                    accepted.perSecond(),
                    rejected.micros(),
                    rejected.perSecond(),
                    accepted.micros() / rejected.micros())),
            Recording.firstFailure(
                rounds.stream().flatMap(round -> Stream.of(round.uniform(), round.attack()))))
        .toList();
  }

  private List<Chart> charts() {
    List<Reads> last = rounds.get(rounds.size() - 1).seconds();
    Axis time = Axis.of("seconds of the last round");
    List<Chart.Mark> marks =
        Arrays.stream(Phase.values())
            .map(phase -> new Chart.Mark(phase.begin(lengths), phase.toString()))
            .toList();
    return List.of(
        new Chart(
            "Uniform reads served",
            "Higher is better. The line falls when the attack begins and should return when the"
                + " limit is set.",
            time,
            Axis.of("reads per second, in time"),
            List.of(Line.bySecond("uniform", last, Reads::good)),
            marks),
        new Chart(
            "Latency of uniform reads",
            "Lower is better. Latency counts from the intended send time.",
            time,
            Axis.logarithmic("milliseconds"),
            List.of(
                Line.bySecond("p50", last, second -> second.uniform().p50Millis()),
                Line.bySecond("p99", last, second -> second.uniform().p99Millis())),
            marks),
        new Chart(
            "Attack",
            "The cluster serves the attack until the limit is set, then rejects it.",
            time,
            Axis.of("reads per second"),
            List.of(
                Line.bySecond("offered", last, Reads::offered),
                Line.bySecond("accepted", last, Reads::accepted),
                Line.bySecond("rejected", last, Reads::rejected)),
            marks));
  }

  private List<Fact> setting() {
    return List.of(
        new Fact(
            "Nodes",
            "%d with the plug-in, at nice %d so that the client runs first; RF 3"
                .formatted(HotPartition.NODES, HotPartition.NICENESS)),
        new Fact(
            "Data",
            "%d partitions of %d bytes, one of %d bytes; reads at QUORUM through all nodes in turn"
                .formatted(Posts.PARTITIONS, Posts.ROW_BYTES, Posts.HOT_ROW_BYTES)),
        new Fact(
            "Capacity",
            "%s uniform reads per second before a round; closed loop with %d clients"
                .formatted(capacity().whole(), HotPartition.PROBE_CLIENTS)),
        new Fact(
            "Load",
            Text.of(
                "open loop; uniform reads at %.0f %% of the capacity, at most %d in flight; attack"
                    + " at %.1f times the capacity, at most %d in flight; deadline %d ms",
                HotPartition.UNIFORM_SHARE * 100,
                HotPartition.UNIFORM_IN_FLIGHT,
                HotPartition.ATTACK_FACTOR,
                HotPartition.ATTACK_IN_FLIGHT,
                HotPartition.DEADLINE.toMillis())),
        new Fact(
            "Rounds",
            Text.of(
                "%d of %d s alone, %d s attacked, %d s protected; the first %d s of each phase do"
                    + " not count; figures are medians (lowest to highest)",
                lengths.rounds(),
                lengths.alone(),
                lengths.attacked(),
                lengths.guarded(),
                lengths.settle())));
  }

  private Spread capacity() {
    return Spread.of(rounds.stream().map(AttackRound::capacity).toList());
  }

  private Rounds<Reads> in(Phase phase) {
    return new Rounds<>(rounds.stream().map(round -> phase.of(round, lengths)).toList());
  }

  /** Goodput of the uniform reads, relative to the first phase of the same round. */
  private Spread ratio(Phase phase) {
    return in(phase).ratio(in(Phase.ALONE), Reads::good);
  }

  private static <T> Map<String, T> byPhase(Function<Phase, T> figure) {
    Map<String, T> values = new LinkedHashMap<>();
    for (Phase phase : Phase.values()) {
      values.put(phase.toString(), figure.apply(phase));
    }
    return values;
  }
}
