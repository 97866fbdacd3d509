package io.goodput.lab.bench.background;

import io.goodput.lab.bench.arms.Arm;
import io.goodput.lab.bench.arms.OwnSettings;
import io.goodput.lab.bench.background.Background.Lengths;
import io.goodput.lab.bench.load.Recording;
import io.goodput.lab.bench.load.Summary;
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
 * @param capacity reads per second that the node serves when it does nothing else
 */
record BackgroundResult(Lengths lengths, double capacity, List<Alone> alone, List<Sample> samples) {

  /**
   * Reads without compaction, and compaction without reads.
   *
   * @param settle seconds that do not count
   * @param seconds that the compaction took
   */
  record Alone(int round, int settle, Recording reads, double seconds) {

    static final List<Figure<Alone>> FIGURES =
        List.of(
            Figure.<Alone>number("reads_per_s", 0, Alone::good).as("reads/s"),
            Figure.<Alone>number("p99_ms", 1, Alone::p99Millis).as("p99 ms"),
            Figure.<Alone>number("compaction_s", 1, Alone::seconds).as("compaction s"));

    double good() {
      return counted(reads, settle).goodPerSecond();
    }

    double p99Millis() {
      return counted(reads, settle).p99Millis();
    }
  }

  /**
   * Both together.
   *
   * @param settle seconds that do not count
   * @param secondsAfter that the compaction still took when the reads had ended
   */
  record Sample(Arm arm, int round, int settle, Recording reads, double secondsAfter) {

    static final List<Figure<Sample>> FIGURES =
        List.of(
            Figure.<Sample>number("reads_per_s", 0, Sample::good).as("reads/s"),
            Figure.<Sample>number("p99_ms", 1, Sample::p99Millis).as("p99 ms"),
            Figure.<Sample>number("first_p99_ms", 1, Sample::firstP99Millis).as("first p99 ms"),
            Figure.<Sample>number("compaction_after_s", 1, Sample::secondsAfter)
                .as("compaction after s"));

    double good() {
      return counted(reads, settle).goodPerSecond();
    }

    double p99Millis() {
      return counted(reads, settle).p99Millis();
    }

    /** In the seconds that do not count. */
    double firstP99Millis() {
      return reads.over(0, settle).p99Millis();
    }
  }

  private static Summary counted(Recording reads, int settle) {
    return reads.over(settle, reads.length());
  }

  /** An arm over all rounds. */
  private record Case(BackgroundResult result, Arm arm) {

    Rounds<Sample> rounds() {
      return Rounds.of(result.samples, sample -> sample.arm() == arm);
    }

    /** A figure, divided by one of the reads or the compaction alone, round by round. */
    Spread ofAlone(ToDoubleFunction<Sample> figure, ToDoubleFunction<Alone> base) {
      List<Sample> samples = rounds().list();
      return Spread.of(
          result.alone.stream()
              .map(
                  alone ->
                      figure.applyAsDouble(samples.get(alone.round() - 1))
                          / base.applyAsDouble(alone))
              .toList());
    }

    Spread readsOfAlone() {
      return ofAlone(Sample::good, Alone::good);
    }

    Spread p99OfAlone() {
      return ofAlone(Sample::p99Millis, Alone::p99Millis);
    }
  }

  private static final List<Figure<Case>> CASE =
      List.of(
          Figure.<Case>of("case", row -> "compaction").as("beside"),
          Figure.<Case>of("design", row -> row.arm.toString()).as("arm"),
          Figure.<Case>median("reads_of_alone", 3, Case::readsOfAlone).as("reads of alone", 2),
          Figure.<Case>median("p99_of_alone", 3, Case::p99OfAlone).as("p99 of alone", 1),
          Figure.<Case>median("p99_ms", 1, row -> row.rounds().spread(Sample::p99Millis))
              .as("p99 ms"),
          Figure.<Case>median("first_p99_ms", 1, row -> row.rounds().spread(Sample::firstP99Millis))
              .as("p99 ms of the first seconds", 0),
          Figure.<Case>median(
                  "background_after_of_alone",
                  3,
                  row -> row.ofAlone(Sample::secondsAfter, Alone::seconds))
              .as("compaction after the reads, of alone", 2));

  private static final List<Figure<BackgroundResult>> SETTING =
      List.of(
          Figure.of("nodes", it -> 1),
          Figure.number("capacity_per_s", 0, BackgroundResult::capacity),
          Figure.of("reads_share", it -> Background.READS_SHARE),
          Figure.of("deadline_ms", it -> Background.DEADLINE.toMillis()),
          Figure.of("tuned", it -> OwnSettings.text(Background.TUNED)),
          Figure.of("seconds", BackgroundResult::lengths));

  private static final List<Figure<Alone>> ALONE =
      List.of(
          Figure.of("round", Alone::round),
          Figure.group("figures", sample -> sample, Alone.FIGURES));

  private static final List<Figure<Sample>> ROUND =
      List.of(
          Figure.of("design", sample -> sample.arm().toString()),
          Figure.of("round", Sample::round),
          Figure.group("figures", sample -> sample, Sample.FIGURES));

  private static final List<Figure<BackgroundResult>> DOCUMENT =
      List.of(
          Figure.of("cases", it -> Figure.json(CASE, it.cases())),
          Figure.group("setting", it -> it, SETTING),
          Figure.of("alone", it -> Figure.json(ALONE, it.alone)),
          Figure.of("rounds", it -> Figure.json(ROUND, it.samples)));

  Findings findings() {
    return new Findings(
        "Background work",
        headline(),
        Table.of(CASE, cases()),
        Recording.remarks(
            Stream.concat(alone.stream().map(Alone::reads), samples.stream().map(Sample::reads)),
            Rounds.legend(lengths.rounds())
                + " Ratios compare with the same reads, and the same compaction, alone in the same"
                + " round."),
        List.of(),
        Fact.of(SETTING, this),
        Figure.json(DOCUMENT, this));
  }

  private List<Case> cases() {
    return Stream.of(Arm.values()).map(arm -> new Case(this, arm)).toList();
  }

  private String headline() {
    return Text.of(
        "While a node compacts, the p99 of point reads is %.1f times what it is alone, %.1f with"
            + " the operator's best setting, and %.1f if compaction yields.",
        new Case(this, Arm.STOCK).p99OfAlone().median(),
        new Case(this, Arm.TUNED).p99OfAlone().median(),
        new Case(this, Arm.GOODPUT).p99OfAlone().median());
  }
}
