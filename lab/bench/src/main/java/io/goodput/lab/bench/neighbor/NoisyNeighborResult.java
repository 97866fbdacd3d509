package io.goodput.lab.bench.neighbor;

import io.goodput.lab.bench.arms.OwnSettings;
import io.goodput.lab.bench.load.Outcome;
import io.goodput.lab.bench.load.Recording;
import io.goodput.lab.bench.load.Summary;
import io.goodput.lab.bench.neighbor.NoisyNeighbor.PhaseLengths;
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

  /**
   * A phase of a round with a neighbor.
   *
   * @param round counted from 1
   * @param settle seconds that do not count
   * @param reads empty if the neighbor is alone
   * @param others the neighbor's requests; empty if the reads are alone
   */
  record Sample(
      Neighbor neighbor, int round, Phase phase, int settle, Recording reads, Recording others) {

    static final List<Figure<Sample>> FIGURES =
        List.of(
            Figure.<Sample>number("reads_per_s", 0, Sample::good).as("reads/s"),
            Figure.<Sample>number("p99_ms", 1, Sample::p99Millis).as("p99 ms"),
            Figure.<Sample>number("reads_refused_per_s", 0, Sample::readsRefused)
                .as("reads refused/s"),
            Figure.<Sample>number("neighbor_per_s", 0, Sample::served).as("neighbor/s"),
            Figure.<Sample>number("neighbor_refused_per_s", 0, Sample::refused)
                .as("its refused/s"));

    /** Reads per second that were answered in time. */
    double good() {
      return of(reads).goodPerSecond();
    }

    double p99Millis() {
      return of(reads).p99Millis();
    }

    /** By the plug-in, or by Cassandra's own settings against overload. */
    double readsRefused() {
      return of(reads).perSecond(Outcome.REFUSED, Outcome.OVERLOADED);
    }

    /** Requests per second of the neighbor that succeeded, however late. */
    double served() {
      return of(others).servedPerSecond();
    }

    double refused() {
      return of(others).perSecond(Outcome.REFUSED, Outcome.OVERLOADED);
    }

    private Summary of(Recording recording) {
      return recording.over(settle, recording.length());
    }
  }

  /** An arm with a neighbor, over all rounds. Only Goodput has shares; others are the same. */
  private record Case(NoisyNeighborResult result, Neighbor neighbor, Phase phase, String shares) {

    String arm() {
      return phase.hasFairShares() ? "goodput" : Text.name(phase);
    }

    Rounds<Sample> rounds() {
      return result.rounds(neighbor, phase);
    }

    Spread ofAlone(Phase alone, ToDoubleFunction<Sample> figure) {
      return rounds().ratio(result.rounds(neighbor, alone), figure);
    }

    Spread readsOfAlone() {
      return ofAlone(Phase.READS_ALONE, Sample::good);
    }

    Spread p99OfAlone() {
      return ofAlone(Phase.READS_ALONE, Sample::p99Millis);
    }
  }

  private static final List<Figure<Case>> CASE =
      List.of(
          Figure.<Case>of("neighbor", row -> row.neighbor.toString())
              .as("neighbor", row -> row.neighbor.title()),
          Figure.<Case>of("design", Case::arm).as("arm"),
          Figure.<Case>of("shares", row -> row.shares)
              .as("shares", row -> row.phase.hasFairShares() ? row.shares : ""),
          ratio("point_of_alone", "reads of alone", Case::readsOfAlone),
          ratio("p99_of_alone", "p99 of alone", Case::p99OfAlone),
          ratio(
              "neighbor_of_alone",
              "neighbor of alone",
              row -> row.ofAlone(Phase.NEIGHBOR_ALONE, Sample::served)),
          Figure.median("point_per_s", 0, row -> row.rounds().spread(Sample::good)),
          spread("point_p99_ms", 1, "p99 ms", Sample::p99Millis),
          spread("point_refused_per_s", 0, "reads refused/s", Sample::readsRefused),
          spread("neighbor_per_s", 0, "neighbor/s", Sample::served),
          spread("neighbor_refused_per_s", 0, "its refused/s", Sample::refused));

  private static final List<Figure<NoisyNeighborResult>> OFFERED =
      Stream.of(Neighbor.values()).map(NoisyNeighborResult::offered).toList();

  private static final List<Figure<NoisyNeighborResult>> SETTING =
      List.of(
          Figure.of("nodes", it -> NoisyNeighbor.NODES),
          Figure.number("capacity_per_s", 0, it -> Spread.of(it.capacities)),
          Figure.of("point_share", it -> NoisyNeighbor.READS_SHARE),
          Figure.of("neighbor_factor", it -> NoisyNeighbor.NEIGHBOR_FACTOR),
          Figure.group("neighbor_offered_per_s", it -> it, OFFERED),
          Figure.of("in_flight", it -> NoisyNeighbor.IN_FLIGHT),
          Figure.of("deadline_ms", it -> NoisyNeighbor.DEADLINE.toMillis()),
          Figure.of(
              "tuned",
              it -> OwnSettings.text(NoisyNeighbor.TUNED) + ", clients: THROW_ON_OVERLOAD"),
          Figure.of(
              "not_changed",
              it -> "cql_start_time and native_transport_timeout need a restart of the nodes"),
          Figure.of("seconds", NoisyNeighborResult::lengths));

  private static final List<Figure<Sample>> ROUND =
      List.of(
          Figure.of("neighbor", sample -> sample.neighbor().toString()),
          Figure.of("round", Sample::round),
          Figure.of("phase", sample -> Text.name(sample.phase())),
          Figure.group("figures", sample -> sample, Sample.FIGURES));

  private static final List<Figure<NoisyNeighborResult>> DOCUMENT =
      List.of(
          Figure.of("cases", it -> Figure.json(CASE, it.cases())),
          Figure.group("setting", it -> it, SETTING),
          Figure.of("rounds", it -> Figure.json(ROUND, it.samples)));

  private static Figure<Case> ratio(String key, String column, Function<Case, Spread> value) {
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
        List.of(),
        Fact.of(SETTING, this),
        Figure.json(DOCUMENT, this));
  }

  private Rounds<Sample> rounds(Neighbor neighbor, Phase phase) {
    return Rounds.of(samples, sample -> sample.neighbor() == neighbor && sample.phase() == phase);
  }

  /** What was measured: shares make no difference to stock. */
  private Stream<Case> measured() {
    return cases().stream()
        .filter(row -> row.shares.equals(EQUAL) || row.phase == Phase.UNEQUAL_SHARES);
  }

  /** A row for each neighbor, ratio of shares, and arm. */
  private List<Case> cases() {
    return Stream.of(Neighbor.values())
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
    Spread reads = Spread.of(cases.stream().map(row -> row.readsOfAlone().median()).toList());
    Spread p99 = Spread.of(cases.stream().map(row -> row.p99OfAlone().median()).toList());
    return Text.of("%.0f%% (p99 %.1f times)", 100 * reads.lowest(), p99.highest());
  }

  private List<String> remarks() {
    String alone =
        Stream.of(Neighbor.values())
            .map(
                neighbor ->
                    Text.of(
                        "%.0f %s",
                        rounds(neighbor, Phase.NEIGHBOR_ALONE).median(Sample::served),
                        neighbor.title()))
            .collect(Collectors.joining(", "));
    return Recording.remarks(
        samples.stream().flatMap(sample -> Stream.of(sample.reads(), sample.others())),
        Rounds.legend(lengths.rounds())
            + " Ratios compare with the same requests alone in the same round.",
        "Alone, the neighbors get, per second: " + alone + ".");
  }
}
