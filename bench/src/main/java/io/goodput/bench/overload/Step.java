package io.goodput.bench.overload;

import io.goodput.bench.load.Outcome;
import io.goodput.bench.load.Recording;
import io.goodput.bench.load.Summary;
import io.goodput.bench.report.Text;

/**
 * One load on one cluster.
 *
 * @param offered requests per second
 * @param settle seconds that do not count
 * @param recoverySeconds from the end of the load until the cluster served a light load well; NaN
 *     if it did not recover within the time limit
 */
record Step(double offered, Recording recording, int settle, double recoverySeconds) {

  Summary summary() {
    return recording.over(settle, recording.length());
  }

  double goodput() {
    return summary().perSecond(Outcome.GOOD);
  }

  double late() {
    return summary().perSecond(Outcome.LATE);
  }

  /** Requests per second that the server answered with an error because of the load. */
  double turnedAway() {
    Summary summary = summary();
    return summary.perSecond(Outcome.OVERLOADED)
        + summary.perSecond(Outcome.REFUSED)
        + summary.perSecond(Outcome.TIMED_OUT);
  }

  /** For a line of progress. */
  @Override
  public String toString() {
    Summary summary = summary();
    return Text.of(
        "offered %.0f/s, goodput %.0f/s, late %.0f, turned away %.0f, not sent %.0f, failed %.0f;"
            + " recovered after %.1f s",
        summary.offeredPerSecond(),
        goodput(),
        late(),
        turnedAway(),
        summary.perSecond(Outcome.DROPPED),
        summary.perSecond(Outcome.FAILED),
        recoverySeconds);
  }
}
