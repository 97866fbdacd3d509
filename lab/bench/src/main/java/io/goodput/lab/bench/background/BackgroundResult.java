package io.goodput.lab.bench.background;

import io.goodput.lab.bench.arms.OwnSettings;
import io.goodput.lab.bench.background.Background.Lengths;
import io.goodput.lab.bench.load.Recording;
import io.goodput.lab.bench.report.Figure;
import io.goodput.lab.bench.report.Findings;
import io.goodput.lab.bench.report.Findings.Fact;
import io.goodput.lab.bench.report.Rounds;
import io.goodput.lab.bench.report.Spread;
import io.goodput.lab.bench.report.Table;
import io.goodput.lab.bench.report.Text;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * What {@code background} found.
 *
 * @param pinned whether node and client had a core each
 * @param capacity reads per second that the node serves when it does nothing else
 * @param samples all phases of all rounds
 */
record BackgroundResult(Lengths lengths, boolean pinned, double capacity, List<Sample> samples) {

  /**
   * A phase of a round.
   *
   * @param other what runs meanwhile, unless the reads are alone
   * @param round counted from 1
   * @param settle seconds that do not count
   * @param compactionSeconds that the compaction took after the reads; negative if it ended before;
   *     no number next to filters
   * @param yieldedSeconds in which the compaction yielded
   * @param filters of the table that were answered
   * @param sentOfAsked reads that coordinators sent, of those that clients asked for; no number if
   *     one node has all data
   */
  record Sample(
      OtherWork other,
      Phase phase,
      int round,
      int settle,
      Recording reads,
      double compactionSeconds,
      long yieldedSeconds,
      long filters,
      double sentOfAsked) {

    static final List<Figure<Sample>> FIGURES =
        List.of(
            Figure.<Sample>number("reads_per_s", 0, Sample::good).as("reads/s"),
            Figure.<Sample>number("p99_ms", 1, Sample::p99Millis).as("p99 ms"),
            Figure.<Sample>number("first_p99_ms", 1, Sample::firstP99Millis).as("first p99 ms"),
            Figure.<Sample>number("compaction_after_s", 1, Sample::compactionSeconds)
                .as("compaction after s"),
            Figure.<Sample>number("yielded_s", 0, Sample::yieldedSeconds).as("yielded s"),
            Figure.<Sample>number("filters", 0, Sample::filters).as("filters"),
            Figure.<Sample>number("hedged", 2, Sample::sentOfAsked).as("reads sent of asked"));

    static Sample ofHedges(
        Phase phase, int round, int settle, Recording reads, double sentOfAsked) {
      return new Sample(
          OtherWork.SLOW_REPLICA, phase, round, settle, reads, Double.NaN, 0, 0, sentOfAsked);
    }

    double good() {
      return reads.over(settle, reads.length()).goodPerSecond();
    }

    double p99Millis() {
      return reads.over(settle, reads.length()).p99Millis();
    }

    /** In the seconds that do not count. */
    double firstP99Millis() {
      return reads.over(0, settle).p99Millis();
    }
  }

  /** An arm over all rounds. */
  private record Case(BackgroundResult result, OtherWork other, Phase phase) {

    Rounds<Sample> rounds() {
      return result.rounds(other, phase);
    }

    Spread ofAlone(ToDoubleFunction<Sample> figure) {
      return rounds().ratio(result.rounds(other, Phase.ALONE), figure);
    }

    Spread p99OfAlone() {
      return ofAlone(Sample::p99Millis);
    }
  }

  private static final List<Figure<Case>> CASE =
      List.of(
          Figure.<Case>of("case", row -> row.other.toString()).as("next to"),
          Figure.<Case>of("design", row -> row.phase.toString()).as("arm"),
          Figure.<Case>median("reads_of_alone", 3, row -> row.ofAlone(Sample::good))
              .as("reads of alone", 2),
          Figure.<Case>median("p99_of_alone", 3, Case::p99OfAlone).as("p99 of alone", 1),
          Figure.<Case>median("p99_ms", 1, row -> row.rounds().spread(Sample::p99Millis))
              .as("p99 ms"),
          Figure.<Case>median("first_p99_ms", 1, row -> row.rounds().spread(Sample::firstP99Millis))
              .as("p99 ms of the first seconds", 0),
          Figure.<Case>median(
                  "background_after_of_alone", 3, row -> row.ofAlone(Sample::compactionSeconds))
              .as("compaction after the reads, of alone", 2),
          Figure.<Case>median("filters", 0, row -> row.rounds().spread(Sample::filters))
              .as("filters answered"),
          Figure.<Case>median("hedged", 3, row -> row.rounds().spread(Sample::sentOfAsked))
              .as("reads sent of asked", 2));

  private static final List<Figure<BackgroundResult>> SETTING =
      List.of(
          Figure.of("nodes", it -> 1),
          Figure.of("nodes_of_hedges", it -> SlowReplica.NODES),
          Figure.of("pinned", BackgroundResult::pinned),
          Figure.number("capacity_per_s", 0, BackgroundResult::capacity),
          Figure.of("reads_share", it -> Background.READS_SHARE),
          Figure.of("deadline_ms", it -> Background.DEADLINE.toMillis()),
          Figure.of("tuned", it -> OwnSettings.text(Background.TUNED)),
          Figure.of("seconds", BackgroundResult::lengths));

  private static final List<Figure<Sample>> ROUND =
      List.of(
          Figure.of("case", sample -> sample.other().toString()),
          Figure.of("phase", sample -> sample.phase().toString()),
          Figure.of("round", Sample::round),
          Figure.group("figures", sample -> sample, Sample.FIGURES));

  private static final List<Figure<BackgroundResult>> DOCUMENT =
      List.of(
          Figure.of("cases", it -> Figure.json(CASE, it.cases())),
          Figure.group("setting", it -> it, SETTING),
          Figure.of("rounds", it -> Figure.json(ROUND, it.samples)));

  /** The same with other samples. */
  BackgroundResult with(List<Sample> more) {
    return new BackgroundResult(
        lengths, pinned, capacity, Stream.concat(samples.stream(), more.stream()).toList());
  }

  Findings findings() {
    return new Findings(
        "Background work",
        headline(),
        Table.of(CASE, cases()),
        Recording.remarks(
            samples.stream().map(Sample::reads),
            Rounds.legend(lengths.rounds())
                + " Ratios compare with the same reads, and the same compaction, alone in the same"
                + " round."),
        List.of(),
        Fact.of(SETTING, this),
        Figure.json(DOCUMENT, this));
  }

  private Rounds<Sample> rounds(OtherWork other, Phase phase) {
    return Rounds.of(samples, sample -> sample.other() == other && sample.phase() == phase);
  }

  private List<Case> cases() {
    return Stream.of(OtherWork.values())
        .filter(other -> samples.stream().anyMatch(sample -> sample.other() == other))
        .flatMap(other -> Phase.TOGETHER.stream().map(phase -> new Case(this, other, phase)))
        .toList();
  }

  private double p99OfAlone(OtherWork other, Phase phase) {
    return new Case(this, other, phase).p99OfAlone().median();
  }

  private double readsOfAlone(OtherWork other, Phase phase) {
    return new Case(this, other, phase).ofAlone(Sample::good).median();
  }

  private String headline() {
    return Text.of(
        "While a node compacts, the p99 of point reads is %.1f times what it is alone, %.1f with"
            + " the operator's best setting, and %.1f if compaction yields. While eight clients filter"
            + " a table, %.0f%% of the reads are in time, %.0f%% with that setting, and %.0f%% if"
            + " runaway reads are stopped.",
        p99OfAlone(OtherWork.COMPACTION, Phase.STOCK),
        p99OfAlone(OtherWork.COMPACTION, Phase.TUNED),
        p99OfAlone(OtherWork.COMPACTION, Phase.GOODPUT),
        100 * readsOfAlone(OtherWork.FILTER_8, Phase.STOCK),
        100 * readsOfAlone(OtherWork.FILTER_8, Phase.TUNED),
        100 * readsOfAlone(OtherWork.FILTER_8, Phase.GOODPUT));
  }
}
