package io.goodput.bench.tokenbucket;

/**
 * How long to measure.
 *
 * @param rounds in which the cases take turns
 * @param warmUpMillis before each measurement, which are not counted
 * @param millis of each measurement
 * @param bindingSeconds of the one measurement in which the rate binds
 */
public record Lengths(int rounds, long warmUpMillis, long millis, int bindingSeconds) {

  /** Within four minutes. */
  public static Lengths quick() {
    return new Lengths(2, 500, 1_000, 10);
  }

  /** Some fifteen minutes. */
  public static Lengths full() {
    return new Lengths(3, 1_000, 4_000, 30);
  }
}
