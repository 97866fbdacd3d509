package io.goodput.lab.bench.neighbor;

import io.goodput.lab.bench.load.Recording;
import io.goodput.lab.bench.report.Chart;
import io.goodput.lab.bench.report.Chart.Line;
import io.goodput.lab.bench.report.Figure;
import io.goodput.lab.bench.report.Findings;
import io.goodput.lab.bench.report.Findings.Fact;
import io.goodput.lab.bench.report.Json;
import io.goodput.lab.bench.report.Rounds;
import io.goodput.lab.bench.report.Spread;
import io.goodput.lab.bench.report.Table;
import io.goodput.lab.bench.report.Text;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What {@code noisy-neighbor} found.
 *
 * @param capacities reads per second that the nodes served before each round
 * @param offered requests per second of each neighbor
 * @param samples all phases of all rounds
 */
record NoisyNeighborResult(
    PhaseLengths lengths,
    List<Double> capacities,
    Map<Neighbor, Double> offered,
    List<Sample> samples) {

  private static final String EQUAL = "1000:1000";
  private static final String UNEQUAL = "1000:100";

  /** An arm with a neighbor, over all rounds. Only Goodput has shares; others are the same. */
  private record Case(NoisyNeighborResult result, Neighbor neighbor, Phase phase, String shares) {

    Rounds<Sample> rounds() {
      return result.rounds(neighbor, phase);
    }

    Spread readsOfAlone() {
      return ofAlone(Phase.READS_ALONE, Sample::good);
    }

    Spread p99OfAlone() {
      return ofAlone(Phase.READS_ALONE, Sample::p99Millis);
    }

    Spread neighborOfAlone() {
      return ofAlone(Phase.NEIGHBOR_ALONE, Sample::served);
    }

    private Spread ofAlone(Phase alone, ToDoubleFunction<Sample> figure) {
      return rounds().ratio(result.rounds(neighbor, alone), figure);
    }
  }

  private static final List<Figure<Case>> CASE =
      Stream.concat(
              Stream.of(
                  Figure.<Case>of("neighbor", row -> row.neighbor.toString())
                      .as("neighbor", row -> row.neighbor.title()),
                  Figure.<Case>of("design", row -> row.phase.arm().toString()).as("arm"),
                  Figure.<Case>of("shares", row -> row.shares)
                      .as("shares", row -> row.phase.hasFairShares() ? row.shares : ""),
                  median("point_of_alone", "reads of alone", Case::readsOfAlone),
                  median("p99_of_alone", "p99 of alone", Case::p99OfAlone),
                  median("neighbor_of_alone", "neighbor of alone", Case::neighborOfAlone)),
              Stream.of(
                  Figure.<Case>median("point_per_s", 0, row -> row.rounds().spread(Sample::good)),
                  spread("point_p99_ms", 1, "p99 ms", Sample::p99Millis),
                  spread("point_refused_per_s", 0, "reads refused/s", Sample::readsRefused),
                  spread("neighbor_per_s", 0, "neighbor/s", Sample::served),
                  spread("neighbor_refused_per_s", 0, "its refused/s", Sample::refused)))
          .toList();

  private static final List<Figure<NoisyNeighborResult>> SETTING =
      List.of(
          Figure.of("nodes", it -> NoisyNeighbor.NODES),
          Figure.spread("capacity_per_s", 0, it -> Spread.of(it.capacities)),
          Figure.of("point_share", it -> NoisyNeighbor.READS_SHARE),
          Figure.of("neighbor_factor", it -> NoisyNeighbor.NEIGHBOR_FACTOR),
          Figure.group(
              "neighbor_offered_per_s",
              it -> it,
              Arrays.stream(Neighbor.values()).map(neighbor -> offered(neighbor)).toList()),
          Figure.of("in_flight", it -> NoisyNeighbor.IN_FLIGHT),
          Figure.of("deadline_ms", it -> NoisyNeighbor.DEADLINE.toMillis()),
          Figure.of("tuned", it -> OwnSettings.text()),
          Figure.of(
              "not_changed",
              it -> "cql_start_time and native_transport_timeout need a restart of the nodes"),
          Figure.of("seconds", NoisyNeighborResult::lengths));

  private static final List<Figure<NoisyNeighborResult>> DOCUMENT =
      List.of(
          Figure.of("cases", it -> Figure.json(CASE, it.cases())),
          Figure.group("setting", it -> it, SETTING),
          Figure.of("rounds", it -> it.samples.stream().map(Round::of).toList()));

  /** A phase in the JSON document. */
  private record Round(String neighbor, int round, String phase, Map<String, ?> figures) {

    static Round of(Sample sample) {
      return new Round(
          sample.neighbor().toString(),
          sample.round(),
          Text.name(sample.phase()),
          Figure.json(Sample.FIGURES, sample));
    }
  }

  private static Figure<Case> median(String key, String column, Function<Case, Spread> value) {
    return Figure.<Case>median(key, 3, value).as(column, 2);
  }

  private static Figure<Case> spread(
      String key, int decimals, String column, ToDoubleFunction<Sample> figure) {
    return Figure.<Case>median(key, decimals, row -> row.rounds().spread(figure)).as(column, 0);
  }

  private static Figure<NoisyNeighborResult> offered(Neighbor neighbor) {
    return Figure.of(
        neighbor.toString(), it -> Json.rounded(it.offered.getOrDefault(neighbor, Double.NaN), 0));
  }

  Findings findings() {
    return new Findings(
        "Noisy neighbor",
        headline(),
        Table.of(CASE, measured().toList()),
        remarks(),
        charts(),
        Fact.of(SETTING, this),
        Figure.json(DOCUMENT, this));
  }

  private Rounds<Sample> rounds(Neighbor neighbor, Phase phase) {
    return new Rounds<>(
        samples.stream()
            .filter(sample -> sample.neighbor() == neighbor && sample.phase() == phase)
            .toList());
  }

  /** What was measured: shares make no difference to stock. */
  private Stream<Case> measured() {
    return Arrays.stream(Neighbor.values())
        .flatMap(
            neighbor ->
                Phase.SHARED.stream()
                    .map(
                        phase ->
                            new Case(
                                this,
                                neighbor,
                                phase,
                                phase == Phase.UNEQUAL_SHARES ? UNEQUAL : EQUAL)));
  }

  /** A row for each neighbor, ratio of shares, and arm. */
  private List<Case> cases() {
    return Arrays.stream(Neighbor.values())
        .flatMap(
            neighbor ->
                Stream.concat(
                    cases(neighbor, EQUAL, Phase.EQUAL_SHARES),
                    cases(neighbor, UNEQUAL, Phase.UNEQUAL_SHARES)))
        .toList();
  }

  private Stream<Case> cases(Neighbor neighbor, String shares, Phase goodput) {
    return Stream.of(Phase.STOCK, Phase.TUNED, goodput)
        .map(phase -> new Case(this, neighbor, phase, shares));
  }

  private String headline() {
    return "Next to the worst of three neighbors, point reads keep %s of what they are alone on a"
            .formatted(worst(Phase.STOCK))
        + " stock cluster, %s with Cassandra's own settings, %s with fair shares, and %s with a"
            .formatted(worst(Phase.TUNED), worst(Phase.EQUAL_SHARES), worst(Phase.UNEQUAL_SHARES))
        + " tenth of the shares for the neighbor.";
  }

  /** The least reads and the highest p99 of an arm, as medians over the rounds. */
  private String worst(Phase phase) {
    List<Case> cases = measured().filter(row -> row.phase == phase).toList();
    double reads =
        cases.stream().mapToDouble(row -> row.readsOfAlone().median()).min().orElseThrow();
    double p99 = cases.stream().mapToDouble(row -> row.p99OfAlone().median()).max().orElseThrow();
    return Text.of("%.0f%% (p99 %.1f times)", 100 * reads, p99);
  }

  private List<String> remarks() {
    return Stream.concat(
            Stream.of(
                "Figures are medians of %d rounds, with the lowest and the highest. Ratios compare"
                        .formatted(lengths.rounds())
                    + " with the same requests alone in the same round.",
                "Alone, the neighbors get, per second: " + alone() + "."),
            Recording.firstFailure(
                samples.stream().flatMap(sample -> Stream.of(sample.reads(), sample.others()))))
        .toList();
  }

  private String alone() {
    return Arrays.stream(Neighbor.values())
        .map(
            neighbor ->
                Text.of(
                    "%.0f %s",
                    rounds(neighbor, Phase.NEIGHBOR_ALONE).median(Sample::served),
                    neighbor.title()))
        .collect(Collectors.joining(", "));
  }

  private List<Chart> charts() {
    return List.of(
        chart("Point reads next to a neighbor", "in time, of alone", Case::readsOfAlone),
        chart("Latency of point reads", "p99, of alone", Case::p99OfAlone),
        chart("The neighbor", "served, of alone", Case::neighborOfAlone));
  }

  /** A line for each neighbor, a point for each arm. */
  private Chart chart(String title, String unit, Function<Case, Spread> figure) {
    return new Chart(
        title,
        "0 stock, 1 tuned, 2 goodput " + EQUAL + ", 3 goodput " + UNEQUAL,
        unit,
        List.of(0.0, 1.0, 2.0, 3.0),
        Arrays.stream(Neighbor.values())
            .map(
                neighbor ->
                    Line.of(
                        neighbor.title(),
                        measured().filter(row -> row.neighbor == neighbor).toList(),
                        row -> figure.apply(row).median()))
            .toList(),
        List.of());
  }
}
