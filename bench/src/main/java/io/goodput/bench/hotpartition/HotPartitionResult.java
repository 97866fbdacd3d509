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
import io.goodput.bench.report.Json;
import io.goodput.bench.report.Rounds;
import io.goodput.bench.report.Spread;
import io.goodput.bench.report.Table;
import io.goodput.bench.report.Text;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

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

  private static final List<Figure<HotPartitionResult>> DOCUMENT =
      List.of(
          Figure.group(
              "uniform_ops",
              it -> it,
              byPhase((it, phase) -> Json.rounded(it.in(phase).median(Reads::good), 1))),
          Figure.group("attack", it -> it, ATTACK),
          Figure.group("cpu_us", it -> it, CPU),
          Figure.group(
              "ratio_to_alone", it -> it, byPhase((it, phase) -> it.ratio(phase).rounded(3))),
          Figure.group("setting", it -> it, SETTING),
          Figure.of("rounds", HotPartitionResult::seconds));

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
        column("p50 ms", 1, Reads::p50Millis),
        column("p99 ms", 1, Reads::p99Millis),
        column("attack offered/s", 0, Reads::offered),
        column("accepted/s", 0, Reads::accepted),
        column("rejected/s", 0, Reads::rejected),
        column("failed/s", 0, Reads::failed));
  }

  private Figure<Phase> column(String title, int decimals, ToDoubleFunction<Reads> figure) {
    return Figure.column(title, phase -> in(phase).spread(figure).text(decimals));
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
    return List.of(
        chart(
            "Uniform reads served",
            "Higher is better. The attack takes the nodes' time until the limit is set.",
            Axis.of("reads per second, in time"),
            Line.bySecond("uniform", last, Reads::good)),
        chart(
            "Latency of uniform reads",
            "Lower is better. Latency counts from the intended send time.",
            Axis.logarithmic("milliseconds"),
            Line.bySecond("p50", last, Reads::p50Millis),
            Line.bySecond("p99", last, Reads::p99Millis)),
        chart(
            "Attack",
            "The cluster serves the attack until the limit is set, then rejects it.",
            Axis.of("reads per second"),
            Line.bySecond("offered", last, Reads::offered),
            Line.bySecond("accepted", last, Reads::accepted),
            Line.bySecond("rejected", last, Reads::rejected)));
  }

  private Chart chart(String title, String howToRead, Axis y, Line... lines) {
    Axis time = Axis.of("seconds of the last round");
    List<Mark> phases =
        Stream.of(Phase.values())
            .map(phase -> new Mark(phase.begin(lengths), phase.toString()))
            .toList();
    return new Chart(title, howToRead, time, y, List.of(lines), phases);
  }

  private Spread capacity() {
    return Spread.of(rounds.stream().map(AttackRound::capacity).toList());
  }

  private Rounds<Reads> in(Phase phase) {
    return new Rounds<>(rounds.stream().map(round -> round.in(phase, lengths)).toList());
  }

  /** Goodput of the uniform reads, relative to the first phase of the same round. */
  private Spread ratio(Phase phase) {
    return in(phase).ratio(in(Phase.ALONE), Reads::good);
  }

  private List<Object> seconds() {
    return rounds.stream()
        .<Object>map(round -> Figure.json(Reads.FIGURES, round.seconds()))
        .toList();
  }

  private static List<Figure<HotPartitionResult>> byPhase(
      BiFunction<HotPartitionResult, Phase, @Nullable Object> figure) {
    return Stream.of(Phase.values())
        .map(
            phase -> Figure.<HotPartitionResult>of(phase.toString(), it -> figure.apply(it, phase)))
        .toList();
  }
}
