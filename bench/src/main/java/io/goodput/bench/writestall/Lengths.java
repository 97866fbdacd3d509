package io.goodput.bench.writestall;

import java.util.List;

/**
 * What to compare, and how long to measure.
 *
 * @param designs that take turns
 * @param rounds of them
 * @param keys of all databases together, which are written before a load is measured
 * @param seconds of each load
 * @param inlineSeconds of a load without blob files, where compaction takes long to become steady
 */
public record Lengths(List<Design> designs, int rounds, long keys, int seconds, int inlineSeconds) {

  /** Copies the list. */
  public Lengths {
    designs = List.copyOf(designs);
  }

  /** Within four minutes, for two cases. */
  public static Lengths quick() {
    return new Lengths(List.of(Design.STOCK, Design.SEED_RULE, Design.PACED), 2, 350_000, 10, 10);
  }

  /** Some minutes a case. */
  public static Lengths full() {
    return new Lengths(List.of(Design.values()), 3, 600_000, 15, 60);
  }

  /** The same, of the two designs that matter most. */
  public Lengths stockAndPaced() {
    return new Lengths(List.of(Design.STOCK, Design.PACED), rounds, keys, seconds, inlineSeconds);
  }

  /** The same with another number of rounds, 1 or more. */
  public Lengths withRounds(int others) {
    return new Lengths(designs, others, keys, seconds, inlineSeconds);
  }

  /** The same with loads of so many seconds, 3 or more. */
  public Lengths withSeconds(int others) {
    return new Lengths(designs, rounds, keys, others, others);
  }

  int seconds(WriteCase what) {
    return what.valuesApart() ? seconds : inlineSeconds;
  }
}
