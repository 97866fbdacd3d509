package io.goodput.lab.bench.neighbor;

import io.goodput.lab.bench.load.Outcome;
import io.goodput.lab.bench.load.Recording;
import io.goodput.lab.bench.load.Summary;
import io.goodput.lab.bench.report.Figure;
import java.util.List;

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
          Figure.<Sample>number("neighbor_refused_per_s", 0, Sample::refused).as("its refused/s"));

  /** Reads per second that were answered in time. */
  double good() {
    return of(reads).goodPerSecond();
  }

  double p99Millis() {
    return of(reads).p99Millis();
  }

  double readsRefused() {
    return refused(of(reads));
  }

  /** Requests per second of the neighbor that succeeded, however late. */
  double served() {
    return of(others).servedPerSecond();
  }

  double refused() {
    return refused(of(others));
  }

  /** By the plug-in, or by Cassandra's own settings against overload. */
  private static double refused(Summary requests) {
    return requests.perSecond(Outcome.REFUSED) + requests.perSecond(Outcome.OVERLOADED);
  }

  private Summary of(Recording recording) {
    return recording.over(settle, recording.length());
  }
}
