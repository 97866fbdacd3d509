package io.goodput.bench.overload;

import io.goodput.bench.load.Outcome;
import io.goodput.bench.load.Recording;
import io.goodput.bench.load.Summary;
import io.goodput.bench.report.Figure;
import java.util.List;

/**
 * One load on one cluster.
 *
 * @param offered requests per second
 * @param settle seconds that do not count
 * @param recoverySeconds from the end of the load until the cluster served a light load well; NaN
 *     if it did not recover within the time limit
 */
record Step(double offered, Recording recording, int settle, double recoverySeconds) {

  static final List<Figure<Step>> FIGURES =
      List.of(
          Figure.column("offered/s", 0, Step::offered),
          Figure.column("goodput/s", 0, Step::goodput),
          Figure.<Step>number("late", 1, Step::late).as("late/s"),
          Figure.<Step>number("turned_away", 1, Step::rejected).as("rejected/s"),
          Figure.<Step>number("failed", 1, step -> step.perSecond(Outcome.FAILED)).as("failed/s"),
          Figure.<Step>number("not_sent", 1, step -> step.perSecond(Outcome.DROPPED))
              .as("not sent/s"),
          Figure.number("p50_ms", 2, Step::p50Millis),
          Figure.number("p99_ms", 2, Step::p99Millis),
          Figure.<Step>number("recovery_s", 2, Step::recoverySeconds).as("recovery s"));

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
