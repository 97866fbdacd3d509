package io.goodput.lab.bench.metastable;

import io.goodput.lab.bench.arms.Arm;
import io.goodput.lab.bench.load.Recording;
import io.goodput.lab.bench.load.Summary;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * A pause of a node under load, and what came after it.
 *
 * @param round counted from 1
 * @param load requests per second, retries not included
 * @param sent attempts of the clients, retries included
 */
record Trial(Arm arm, int round, double load, long sent, RunLengths lengths, Recording requests) {

  /** The part of the goodput before the pause that is a recovery. */
  static final double ENOUGH = 0.95;

  /** How long it has to last, in seconds; a relapse is as long. */
  static final int STEADY = 3;

  /** Goodput before the pause, in requests per second. */
  double before() {
    return requests.over(lengths.settle(), lengths.before()).goodPerSecond();
  }

  /** Goodput over the last seconds, in requests per second. */
  double last() {
    return requests.over(requests.length() - STEADY, requests.length()).goodPerSecond();
  }

  /** Attempts for each request. */
  double attempts() {
    return sent / (load * requests.length());
  }

  /** Requests per second that failed in the seconds after the pause. */
  double failedAfter() {
    Summary after = requests.over(lengths.end(), requests.length());
    return after.offeredPerSecond() - after.goodPerSecond();
  }

  boolean recovered() {
    return recovery().isPresent();
  }

  /** Seconds from the end of the pause to the recovery; NaN if there was none. */
  double secondsTo95() {
    return recovery().stream().asDoubleStream().findFirst().orElse(Double.NaN);
  }

  /**
   * The first of {@link #STEADY} good seconds in a row after the pause, and after the last relapse:
   * as many bad seconds in a row.
   */
  private OptionalInt recovery() {
    int relapse = steady(false).max().orElse(-1);
    return steady(true).filter(second -> second > relapse).min();
  }

  /** Where good, or bad, seconds in a row begin, counted from the end of the pause. */
  private IntStream steady(boolean isGood) {
    double enough = ENOUGH * before();
    int end = lengths.end();
    return IntStream.rangeClosed(0, requests.length() - STEADY - end)
        .filter(
            second ->
                IntStream.range(end + second, end + second + STEADY)
                    .allMatch(it -> isGood == good(it) >= enough));
  }

  private double good(int second) {
    return requests.over(second, second + 1).goodPerSecond();
  }
}
