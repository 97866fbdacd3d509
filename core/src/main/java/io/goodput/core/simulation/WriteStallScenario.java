package io.goodput.core.simulation;

import java.util.List;

/**
 * Databases that share a disk, and are offered writes. The disk does one flush at a time, in the
 * order in which memtables were sealed. Immutable. Bytes and seconds.
 *
 * @param databases that share the disk
 * @param memory of each database for memtables, all together
 * @param offered bytes a second to each database, if nothing delays a write
 * @param writeBytes of one write
 * @param burst while which they are offered more
 * @param inTime whether writes are offered at their moment, however long those before them took,
 *     and their latency counts from then; else each is offered when the one before is made
 * @param disk bytes a second that it takes while nothing is the matter
 * @param slowdowns how many times longer than that each flush takes, in turn
 * @param trouble while which the disk is slower than that
 * @param seconds from the start to the end
 */
public record WriteStallScenario(
    int databases,
    long memory,
    double offered,
    int writeBytes,
    Spell burst,
    boolean inTime,
    double disk,
    List<Double> slowdowns,
    Spell trouble,
    double seconds) {

  private static final int MEGABYTE = 1 << 20;

  /** Sixteen databases that are offered three times what the disk takes; flushes vary by three. */
  public static final WriteStallScenario SIXTEEN =
      new WriteStallScenario(
          16,
          32L * MEGABYTE,
          9.0 * MEGABYTE,
          8 << 10,
          Spell.NEVER,
          false,
          48.0 * MEGABYTE,
          List.of(1.0, 0.6, 1.8, 0.8, 1.2, 0.6, 1.0),
          Spell.NEVER,
          60);

  /** Copies the list. */
  public WriteStallScenario {
    slowdowns = List.copyOf(slowdowns);
  }

  /** The same with a disk that is slower for a while. */
  public WriteStallScenario withTrouble(Spell other) {
    return new WriteStallScenario(
        databases, memory, offered, writeBytes, burst, inTime, disk, slowdowns, other, seconds);
  }

  /** The same with another disk, whose flushes take so many times longer, in turn. */
  public WriteStallScenario withSlowdowns(List<Double> others) {
    return new WriteStallScenario(
        databases, memory, offered, writeBytes, burst, inTime, disk, others, trouble, seconds);
  }

  /** The same with another load, each write offered when the one before is made. */
  public WriteStallScenario withLoad(int otherDatabases, double otherOffered, double otherSeconds) {
    return new WriteStallScenario(
        otherDatabases,
        memory,
        otherOffered,
        writeBytes,
        Spell.NEVER,
        false,
        disk,
        slowdowns,
        trouble,
        otherSeconds);
  }

  /** The same with another load, that does not wait for writes to be made. */
  public WriteStallScenario withLoadInTime(double otherOffered, Spell otherBurst) {
    return new WriteStallScenario(
        databases,
        memory,
        otherOffered,
        writeBytes,
        otherBurst,
        true,
        disk,
        slowdowns,
        trouble,
        seconds);
  }
}
