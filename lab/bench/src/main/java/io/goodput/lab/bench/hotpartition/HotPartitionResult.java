package io.goodput.lab.bench.hotpartition;

import io.goodput.lab.bench.arms.OwnSettings;
import io.goodput.lab.bench.hotpartition.HotPartition.PhaseLengths;
import io.goodput.lab.bench.load.Outcome;
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
import io.goodput.lab.bench.report.Spread;
import io.goodput.lab.bench.report.Table;
import io.goodput.lab.bench.report.Text;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
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

  /** Reads of some seconds. */
  record Reads(Summary uniform, Summary attack) {

    static final List<Figure<Reads>> FIGURES =
        List.of(
            Figure.<Reads>number("uniform", 0, Reads::good).as("uniform/s"),
            Figure.number("p50_ms", 2, reads -> reads.uniform.p50Millis()),
            Figure.number("p99_ms", 2, reads -> reads.uniform.p99Millis()),
            Figure.<Reads>number("attack_offered", 0, Reads::offered).as("attack/s"),
            Figure.<Reads>number("attack_accepted", 0, Reads::accepted).as("accepted/s"),
            Figure.<Reads>number("attack_rejected", 0, Reads::rejected).as("rejected/s"));

    double good() {
      return uniform.goodPerSecond();
    }

    double offered() {
      return attack.offeredPerSecond();
    }

    double accepted() {
      return attack.servedPerSecond();
    }

    double rejected() {
      return attack.perSecond(Outcome.REFUSED);
    }
  }

  /**
   * The reads of a round, whose phases follow each other in an order. Before it, busy nodes served
   * {@code capacity} uniform reads per second.
   */
  record AttackRound(List<Phase> order, double capacity, Recording uniform, Recording attack) {

    /** The second at which a phase begins, if phases follow each other in this order. */
    static int begin(List<Phase> order, Phase phase, PhaseLengths lengths) {
      return order.subList(0, order.indexOf(phase)).stream()
          .mapToInt(earlier -> earlier.seconds(lengths))
          .sum();
    }

    /** The reads of a phase that count. */
    Reads in(Phase phase, PhaseLengths lengths) {
      int begin = begin(order, phase, lengths);
      return over(begin + lengths.settle(), begin + phase.seconds(lengths));
    }

    List<Reads> seconds() {
      return IntStream.range(0, uniform.length())
          .mapToObj(second -> over(second, second + 1))
          .toList();
    }

    private Reads over(int from, int to) {
      return new Reads(uniform.over(from, to), attack.over(from, to));
    }
  }

  /** CPU time of all nodes for a request, less what idle nodes use, at this many requests. */
  record RequestCost(double micros, double perSecond) {}

  /** A phase of the rounds with one kind of attack. */
  private record Row(HotPartitionResult result, boolean isManyRows, Phase phase) {

    Spread of(ToDoubleFunction<Reads> figure) {
      return reads(phase).spread(figure);
    }

    /** Goodput of the uniform reads, relative to the first phase of the same round. */
    Spread ofAlone() {
      return reads(phase).ratio(reads(Phase.ALONE), Reads::good);
    }

    @Nullable Double cpuMicros() {
      RequestCost cost = result.costs.get(phase);
      return isManyRows || cost == null ? null : Json.rounded(cost.micros, 1);
    }

    private Rounds<Reads> reads(Phase of) {
      List<AttackRound> rounds = isManyRows ? result.manyRows : result.rounds;
      return new Rounds<>(rounds.stream().map(round -> round.in(of, result.lengths)).toList());
    }
  }

  private static final List<Figure<Row>> ARM =
      List.of(
          Figure.<Row>of("arm", row -> row.phase.toString())
              .as("arm", row -> row.phase + (row.isManyRows ? ", attack on many rows" : "")),
          Figure.of("rows", row -> row.isManyRows ? "many" : null),
          Figure.column("uniform reads/s", 0, row -> row.of(Reads::good)),
          Figure.<Row>median("uniform_of_alone", 3, Row::ofAlone).as("share of alone", 2),
          Figure.column("p50 ms", 1, row -> row.of(reads -> reads.uniform().p50Millis())),
          median("uniform_p99_ms", 2, "p99 ms", 1, reads -> reads.uniform().p99Millis()),
          median("hot_offered", 1, "attack offered/s", 0, Reads::offered),
          median("hot_served", 1, "served/s", 0, Reads::accepted),
          median("hot_refused", 1, "rejected/s", 0, Reads::rejected),
          Figure.column(
              "failed/s",
              0,
              row ->
                  row.of(
                      reads ->
                          reads.uniform().failedPerSecond() + reads.attack().failedPerSecond())),
          Figure.<Row>of("cpu_us_per_hot", Row::cpuMicros).as("CPU us of an attacking read"));

  private static final List<Figure<HotPartitionResult>> ATTACK =
      List.of(
          Figure.median("offered", 1, it -> it.row(Phase.LIMIT).of(Reads::offered)),
          Figure.median("accepted", 1, it -> it.row(Phase.LIMIT).of(Reads::accepted)),
          Figure.median("rejected", 1, it -> it.row(Phase.LIMIT).of(Reads::rejected)),
          Figure.median("accepted_unprotected", 1, it -> it.row(Phase.STOCK).of(Reads::accepted)));

  private static final List<Figure<HotPartitionResult>> CPU =
      List.of(
          Figure.number("accepted", 1, it -> it.cost(Phase.STOCK).micros),
          Figure.number("rejected", 1, it -> it.cost(Phase.LIMIT).micros),
          Figure.number("accepted_per_s", 0, it -> it.cost(Phase.STOCK).perSecond),
          Figure.number("rejected_per_s", 0, it -> it.cost(Phase.LIMIT).perSecond));

  private static final List<Figure<HotPartitionResult>> SETTING =
      List.of(
          Figure.of("nodes", it -> HotPartition.NODES),
          Figure.of("limit", it -> HotPartition.LIMIT),
          Figure.of("coalescing_limit", it -> HotPartition.COALESCING_LIMIT),
          Figure.of("staleness_ms", it -> HotPartition.STALENESS_MS),
          Figure.of("tuned", it -> OwnSettings.text(HotPartition.TUNED)),
          Figure.of("request_threads", it -> HotPartition.THREADS),
          Figure.number(
              "capacity_per_s", 0, it -> new Rounds<>(it.rounds).spread(AttackRound::capacity)),
          Figure.of("uniform_share", it -> HotPartition.UNIFORM_SHARE),
          Figure.of("attack_factor", it -> HotPartition.ATTACK_FACTOR),
          Figure.of("uniform_in_flight", it -> HotPartition.UNIFORM_IN_FLIGHT),
          Figure.of("attack_in_flight", it -> HotPartition.ATTACK_IN_FLIGHT),
          Figure.of("deadline_ms", it -> HotPartition.DEADLINE.toMillis()),
          Figure.of("seconds", HotPartitionResult::lengths));

  private static final List<Figure<HotPartitionResult>> DOCUMENT =
      List.of(
          Figure.number("fair_shares_served_of_capacity", 3, HotPartitionResult::servedOfCapacity),
          byPhase(
              "uniform_ops",
              phase -> Figure.median(phase.toString(), 1, it -> it.row(phase).of(Reads::good))),
          Figure.group("attack", it -> it, ATTACK),
          Figure.group("cpu_us", it -> it, CPU),
          byPhase(
              "ratio_to_alone",
              phase -> Figure.number(phase.toString(), 3, it -> it.row(phase).ofAlone())),
          Figure.of("arms", it -> Figure.json(ARM, it.rows())),
          Figure.group("setting", it -> it, SETTING),
          Figure.of(
              "rounds",
              it ->
                  it.rounds.stream()
                      .map(round -> Figure.json(Reads.FIGURES, round.seconds()))
                      .toList()));

  private static Figure<Row> median(
      String key, int decimals, String column, int shown, ToDoubleFunction<Reads> figure) {
    return Figure.<Row>median(key, decimals, row -> row.of(figure)).as(column, shown);
  }

  /** A figure of the phases that showed the benefit of a limit first. */
  private static Figure<HotPartitionResult> byPhase(
      String key, Function<Phase, Figure<HotPartitionResult>> figure) {
    return Figure.group(
        key, it -> it, Stream.of(Phase.ALONE, Phase.STOCK, Phase.LIMIT).map(figure).toList());
  }

  private Row row(Phase phase) {
    return new Row(this, false, phase);
  }

  private RequestCost cost(Phase phase) {
    return Objects.requireNonNull(costs.get(phase));
  }

  private List<Row> rows() {
    return Stream.concat(
            Stream.of(Phase.values()).map(this::row),
            HotPartition.MANY_ROWS.stream().map(phase -> new Row(this, true, phase)))
        .toList();
  }

  Findings findings() {
    return new Findings(
        "Hot partition",
        headline(),
        Table.of(ARM, rows()),
        remarks(),
        charts(),
        Fact.of(SETTING, this),
        Figure.json(DOCUMENT, this));
  }

  private String headline() {
    Row coalesced = row(Phase.COALESCING_LIMIT);
    return Text.of(
        "An attack on one partition leaves %.0f%% of the uniform reads; a limit of %d reads per"
            + " second for each partition restores %.0f%%. With a limit of %d and coalesced reads,"
            + " it is %.0f%%, and %.0f%% of the attack are served. With nothing set but fair"
            + " shares, it is %.0f%%, and the nodes serve %.0f%% of what they can.",
        100 * row(Phase.STOCK).ofAlone().median(),
        HotPartition.LIMIT,
        100 * row(Phase.LIMIT).ofAlone().median(),
        HotPartition.COALESCING_LIMIT,
        100 * coalesced.ofAlone().median(),
        100 * coalesced.of(Reads::accepted).median() / coalesced.of(Reads::offered).median(),
        100 * row(Phase.NOTHING_SET).ofAlone().median(),
        100 * servedOfCapacity().median());
  }

  private List<String> remarks() {
    return Recording.remarks(
        Stream.concat(rounds.stream(), manyRows.stream())
            .flatMap(round -> Stream.of(round.uniform(), round.attack())));
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
}
