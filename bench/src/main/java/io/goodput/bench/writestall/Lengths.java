package io.goodput.bench.writestall;

/**
 * How long to measure.
 *
 * @param rounds in which the designs take turns
 * @param keys of all databases together, which are written before a load is measured
 * @param seconds of each load
 * @param inlineSeconds of a load without blob files, where compaction takes long to become steady
 */
public record Lengths(int rounds, long keys, int seconds, int inlineSeconds) {

  /** Within four minutes, for two cases. */
  public static Lengths quick() {
    return new Lengths(2, 350_000, 10, 10);
  }

  /** Some minutes a case. */
  public static Lengths full() {
    return new Lengths(3, 600_000, 15, 60);
  }

  int seconds(WriteCase what) {
    return what.valuesApart() ? seconds : inlineSeconds;
  }
}
