package io.goodput.bench.hotpartition;

import static io.goodput.bench.report.Json.rounded;

import io.goodput.bench.load.Outcome;
import io.goodput.bench.load.Recording;
import io.goodput.bench.load.Summary;
import io.goodput.bench.report.Chart;
import io.goodput.bench.report.Json;
import io.goodput.bench.report.OldFindings;
import io.goodput.bench.report.Report;
import io.goodput.bench.report.Report.Fact;
import io.goodput.bench.report.Spread;
import io.goodput.bench.report.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What {@code hot-partition} found. */
record HotPartitionResult(Lengths lengths, List<Round> rounds, CpuCost cpu) implements OldFindings {

  @Override
  public Table table() {
    List<List<String>> rows = new ArrayList<>();
    for (Phase phase : Phase.values()) {
      rows.add(
          List.of(
              phase.toString(),
              uniform(phase, summary -> summary.perSecond(Outcome.GOOD)).whole(),
              ratio(phase).ratio(),
              uniform(phase, Summary::p50Millis).tenths(),
              uniform(phase, Summary::p99Millis).tenths(),
              attack(phase, Summary::offeredPerSecond).whole(),
              attack(phase, Summary::servedPerSecond).whole(),
              attack(phase, summary -> summary.perSecond(Outcome.REFUSED)).whole(),
              both(phase, Summary::failedPerSecond).whole()));
    }
    return new Table(
        List.of(
            "phase",
            "uniform reads/s",
            "of alone",
            "p50 ms",
            "p99 ms",
            "attack offered/s",
            "accepted/s",
            "rejected/s",
            "failed/s"),
        rows);
  }

  /** CPU time, which has a table of its own since it is no phase. */
  private String cpuSentence() {
    return String.format(
        Locale.ROOT,
        "CPU time of all nodes per request on the hot partition, the nodes never idle:"
            + " %.0f us if it is served (%.0f/s), %.0f us if it is refused (%.0f/s): 1/%.1f of it.",
        cpu.accepted(),
        cpu.acceptedPerSecond(),
        cpu.rejected(),
        cpu.rejectedPerSecond(),
        cpu.accepted() / cpu.rejected());
  }

  @Override
  public List<String> remarks() {
    List<String> remarks = new ArrayList<>(List.of(cpuSentence()));
    rounds.stream()
        .flatMap(round -> Stream.of(round.uniform(), round.attack()))
        .map(Recording::failure)
        .filter(Objects::nonNull)
        .findFirst()
        .ifPresent(failure -> remarks.add("First failure: " + failure));
    return remarks;
  }

  @Override
  public String json() {
    Map<String, @Nullable Double> ops = new LinkedHashMap<>();
    Map<String, Spread> ratios = new LinkedHashMap<>();
    for (Phase phase : Phase.values()) {
      ops.put(
          phase.toString(),
          rounded(uniform(phase, summary -> summary.perSecond(Outcome.GOOD)).median(), 1));
      ratios.put(phase.toString(), ratio(phase).rounded(3));
    }
    return Json.of(
        new Document(
            ops,
            new Attack(
                rounded(attack(Phase.PROTECTED, Summary::offeredPerSecond).median(), 1),
                rounded(attack(Phase.PROTECTED, Summary::servedPerSecond).median(), 1),
                rounded(
                    attack(Phase.PROTECTED, summary -> summary.perSecond(Outcome.REFUSED)).median(),
                    1),
                rounded(attack(Phase.ATTACKED, Summary::servedPerSecond).median(), 1)),
            new Cpu(
                rounded(cpu.accepted(), 1),
                rounded(cpu.rejected(), 1),
                rounded(cpu.acceptedPerSecond(), 0),
                rounded(cpu.rejectedPerSecond(), 0)),
            ratios,
            new Setting(
                HotPartition.NODES,
                HotPartition.LIMIT,
                capacity().rounded(0),
                HotPartition.UNIFORM_SHARE,
                HotPartition.ATTACK_FACTOR,
                HotPartition.UNIFORM_IN_FLIGHT,
                HotPartition.ATTACK_IN_FLIGHT,
                HotPartition.DEADLINE.toMillis(),
                lengths),
            rounds.stream().map(HotPartitionResult::series).toList()));
  }

  @Override
  public Report report(List<Fact> more) {
    List<Fact> setting = new ArrayList<>(more);
    setting.addAll(setting());
    Round shown = rounds.get(rounds.size() - 1);
    List<Summary> uniform = shown.uniform().seconds();
    List<Summary> attack = shown.attack().seconds();
    List<Chart.Mark> marks =
        Arrays.stream(Phase.values())
            .map(phase -> new Chart.Mark(phase.begin(lengths), phase.toString()))
            .toList();
    Chart.Axis time = Chart.Axis.of("seconds of the last round");
    return new Report(
        "Hot partition",
        "Three nodes serve uniform reads; then one partition is attacked; then a limit of %d reads a second is set while both go on. "
                .formatted(HotPartition.LIMIT)
            + cpuSentence(),
        setting,
        table(),
        List.of(
            new Chart(
                "Uniform reads served",
                "Higher is better. The line should fall where the attack begins and return"
                    + " where the limit is set.",
                time,
                Chart.Axis.of("reads a second, in time"),
                List.of(line("uniform", uniform, summary -> summary.perSecond(Outcome.GOOD))),
                marks),
            new Chart(
                "Latency of uniform reads",
                "Lower is better; equal distances on the axis are equal factors. "
                    + " Latency counts from the moment at which a read was to be sent.",
                time,
                new Chart.Axis("milliseconds", true),
                List.of(
                    line("half of the reads", uniform, Summary::p50Millis),
                    line("99 of 100", uniform, Summary::p99Millis)),
                marks),
            new Chart(
                "The attack",
                "What the attacker asks for, and what becomes of it: served until the limit is set,"
                    + " refused from then on.",
                time,
                Chart.Axis.of("reads a second"),
                List.of(
                    line("offered", attack, Summary::offeredPerSecond),
                    line("accepted", attack, Summary::servedPerSecond),
                    line("rejected", attack, summary -> summary.perSecond(Outcome.REFUSED))),
                marks)));
  }

  /** One phase of a round, for a line of progress. */
  static String line(Round round, Phase phase, Lengths lengths) {
    Summary uniform = of(round.uniform(), phase, lengths);
    Summary attack = of(round.attack(), phase, lengths);
    return String.format(
        Locale.ROOT,
        "  %-9s uniform %.0f/s, attack: %.0f/s accepted, %.0f/s rejected",
        phase,
        uniform.perSecond(Outcome.GOOD),
        attack.servedPerSecond(),
        attack.perSecond(Outcome.REFUSED));
  }

  private List<Fact> setting() {
    return List.of(
        new Fact(
            "Nodes",
            "3 with the plug-in, RF 3, reads at QUORUM through all nodes in turn; they give way to"
                + " the client (nice %d)".formatted(HotPartition.NICENESS)),
        new Fact(
            "Data",
            "%d partitions of %d bytes, one of %d"
                .formatted(Rows.PARTITIONS, Rows.ROW_BYTES, Rows.HOT_ROW_BYTES)),
        new Fact(
            "Capacity",
            "%s uniform reads a second, %d clients in a closed loop right before each round"
                .formatted(capacity().whole(), HotPartition.PROBE_CLIENTS)),
        new Fact(
            "Uniform reads",
            "open loop at %.0f %% of that, at most %d in flight"
                .formatted(HotPartition.UNIFORM_SHARE * 100, HotPartition.UNIFORM_IN_FLIGHT)),
        new Fact(
            "Attack",
            "open loop at %.1f times that, at most %d in flight"
                .formatted(HotPartition.ATTACK_FACTOR, HotPartition.ATTACK_IN_FLIGHT)),
        new Fact(
            "Counted",
            "answers within %d ms; median of %d rounds (lowest to highest), each phase from its"
                    .formatted(HotPartition.DEADLINE.toMillis(), lengths.rounds())
                + " second %d on".formatted(lengths.settle())),
        new Fact(
            "Phases",
            "%d s alone, %d s attacked, %d s protected"
                .formatted(lengths.alone(), lengths.attacked(), lengths.guarded())));
  }

  private Spread capacity() {
    return spread(Round::capacity);
  }

  private Spread ratio(Phase phase) {
    return spread(
        round ->
            of(round.uniform(), phase, lengths).perSecond(Outcome.GOOD)
                / of(round.uniform(), Phase.ALONE, lengths).perSecond(Outcome.GOOD));
  }

  private Spread uniform(Phase phase, ToDoubleFunction<Summary> figure) {
    return spread(round -> figure.applyAsDouble(of(round.uniform(), phase, lengths)));
  }

  private Spread attack(Phase phase, ToDoubleFunction<Summary> figure) {
    return spread(round -> figure.applyAsDouble(of(round.attack(), phase, lengths)));
  }

  private Spread both(Phase phase, ToDoubleFunction<Summary> figure) {
    return spread(
        round ->
            figure.applyAsDouble(of(round.uniform(), phase, lengths))
                + figure.applyAsDouble(of(round.attack(), phase, lengths)));
  }

  private Spread spread(Function<Round, Double> figure) {
    return Spread.of(rounds.stream().map(figure).toList());
  }

  private static Summary of(Recording recording, Phase phase, Lengths lengths) {
    return recording.over(phase.countsFrom(lengths), phase.end(lengths));
  }

  private static Chart.Line line(
      String name, List<Summary> seconds, ToDoubleFunction<Summary> figure) {
    return new Chart.Line(
        name,
        IntStream.range(0, seconds.size())
            .mapToObj(second -> new Chart.Point(second, figure.applyAsDouble(seconds.get(second))))
            .toList());
  }

  private static List<Second> series(Round round) {
    List<Summary> uniform = round.uniform().seconds();
    List<Summary> attack = round.attack().seconds();
    return IntStream.range(0, uniform.size())
        .mapToObj(
            second ->
                new Second(
                    uniform.get(second).count(Outcome.GOOD),
                    rounded(uniform.get(second).p50Millis(), 2),
                    rounded(uniform.get(second).p99Millis(), 2),
                    rounded(attack.get(second).offeredPerSecond(), 0),
                    rounded(attack.get(second).servedPerSecond(), 0),
                    attack.get(second).count(Outcome.REFUSED)))
        .toList();
  }

  private record Document(
      Map<String, @Nullable Double> uniformOps,
      Attack attack,
      Cpu cpuUs,
      Map<String, Spread> ratioToAlone,
      Setting setting,
      List<List<Second>> rounds) {}

  /** The first three are those of the protected phase. */
  private record Attack(
      @Nullable Double offered,
      @Nullable Double accepted,
      @Nullable Double rejected,
      @Nullable Double acceptedUnprotected) {}

  private record Cpu(
      @Nullable Double accepted,
      @Nullable Double rejected,
      @Nullable Double acceptedPerS,
      @Nullable Double rejectedPerS) {}

  private record Setting(
      int nodes,
      int limit,
      Spread capacityPerS,
      double uniformShare,
      double attackFactor,
      int uniformInFlight,
      int attackInFlight,
      long deadlineMs,
      Lengths seconds) {}

  private record Second(
      long uniform,
      @Nullable Double p50Ms,
      @Nullable Double p99Ms,
      @Nullable Double attackOffered,
      @Nullable Double attackAccepted,
      long attackRejected) {}
}
