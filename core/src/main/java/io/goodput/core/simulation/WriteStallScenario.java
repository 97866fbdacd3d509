package io.goodput.core.simulation;

import java.util.List;

/**
 * Databases that share a disk, and are offered more writes than it takes. The disk does one flush
 * at a time, in the order in which memtables were sealed. Immutable. Bytes and seconds.
 *
 * @param databases that share the disk
 * @param memory of each database for memtables, all together
 * @param offered bytes a second to each database, if nothing delays a write
 * @param writeBytes of one write
 * @param disk bytes a second that it takes while nothing is the matter
 * @param slowdowns how many times longer than that each flush takes, in turn
 * @param pauseAt when the disk stops for a while; beyond the end for never
 * @param pause for how long
 * @param seconds from the start to the end
 */
public record WriteStallScenario(
    int databases,
    long memory,
    double offered,
    int writeBytes,
    double disk,
    List<Double> slowdowns,
    double pauseAt,
    double pause,
    double seconds) {

  private static final int MEGABYTE = 1 << 20;

  /** Sixteen databases that are offered three times what the disk takes; flushes vary by three. */
  public static final WriteStallScenario SIXTEEN =
      new WriteStallScenario(
          16,
          32L * MEGABYTE,
          9.0 * MEGABYTE,
          8 << 10,
          48.0 * MEGABYTE,
          List.of(1.0, 0.6, 1.8, 0.8, 1.2, 0.6, 1.0),
          Double.POSITIVE_INFINITY,
          0,
          60);

  /** Copies the list. */
  public WriteStallScenario {
    slowdowns = List.copyOf(slowdowns);
  }

  /** The same with a disk that stops for a while. */
  public WriteStallScenario withPause(double at, double length) {
    return new WriteStallScenario(
        databases, memory, offered, writeBytes, disk, slowdowns, at, length, seconds);
  }

  /** The same with another disk, whose flushes take so many times longer, in turn. */
  public WriteStallScenario withSlowdowns(List<Double> others) {
    return new WriteStallScenario(
        databases, memory, offered, writeBytes, disk, others, pauseAt, pause, seconds);
  }

  /** The same with other loads. */
  public WriteStallScenario withLoad(int otherDatabases, double otherOffered, double otherSeconds) {
    return new WriteStallScenario(
        otherDatabases,
        memory,
        otherOffered,
        writeBytes,
        disk,
        slowdowns,
        pauseAt,
        pause,
        otherSeconds);
  }
}
