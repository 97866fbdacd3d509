package io.goodput.lab.bench.overload;

import io.goodput.lab.bench.arms.Arm;
import io.goodput.lab.bench.load.Outcome;
import io.goodput.lab.bench.load.Recording;
import io.goodput.lab.bench.load.Summary;
import io.goodput.lab.bench.report.Figure;
import io.goodput.lab.bench.report.Rounds;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * One load on one cluster in one round.
 *
 * @param offered requests per second
 * @param settle seconds that do not count
 * @param recoverySeconds from the end of the load until the cluster served a light load well; NaN
 *     if it did not recover within the time limit
 */
record Step(Arm arm, double offered, Recording recording, int settle, double recoverySeconds) {

  /** Figures of one load on one cluster over the rounds. */
  static final List<Figure<Rounds<Step>>> FIGURES =
      List.of(
          Figure.<Rounds<Step>>spread("goodput", 1, runs -> runs.spread(Step::goodput))
              .as("goodput/s", 0),
          median("late", 1, Step::late).as("late/s", 0),
          median("turned_away", 1, Step::rejected).as("rejected/s", 0),
          median("failed", 1, step -> step.perSecond(Outcome.FAILED)),
          median("not_sent", 1, step -> step.perSecond(Outcome.DROPPED)),
          median("p50_ms", 2, Step::p50Millis),
          median("p99_ms", 2, Step::p99Millis).as("p99 ms", 0),
          median("recovery_s", 2, Step::recoverySeconds).as("recovery s", 1));

  private static Figure<Rounds<Step>> median(
      String key, int decimals, ToDoubleFunction<Step> figure) {
    return Figure.median(key, decimals, runs -> runs.spread(figure));
  }

  Summary summary() {
    return recording.over(settle, recording.length());
  }

  private double perSecond(Outcome outcome) {
    return summary().perSecond(outcome);
  }

  double goodput() {
    return perSecond(Outcome.GOOD);
  }

  double late() {
    return perSecond(Outcome.LATE);
  }

  /** Requests per second that the server answered with an error because of the load. */
  double rejected() {
    return perSecond(Outcome.OVERLOADED)
        + perSecond(Outcome.REFUSED)
        + perSecond(Outcome.TIMED_OUT);
  }

  double p50Millis() {
    return summary().p50Millis();
  }

  double p99Millis() {
    return summary().p99Millis();
  }
}
