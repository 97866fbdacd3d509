package io.goodput.lab.simulation.pacing;

import java.util.List;

/**
 * Databases that share a disk, and the writes offered to them. The disk runs one flush at a time,
 * in the order in which memtables were sealed. Immutable. Bytes and seconds.
 *
 * @param databases how many share the disk
 * @param memory bytes that the memtables of each database may use, all together
 * @param offered bytes per second offered to each database if no write is delayed
 * @param writeBytes size of a write
 * @param burst how the offered rate changes for a while
 * @param openLoop whether each write is offered at its scheduled time, however long earlier writes
 *     took, with its latency counted from then; otherwise it is offered when the write before is
 *     done
 * @param disk bytes per second that the disk takes
 * @param slowdowns how many times as long as at that rate each flush takes, in turn
 * @param diskChange how the speed of the disk changes for a while
 * @param seconds from the start to the end
 */
public record WriteStallScenario(
    int databases,
    long memory,
    double offered,
    int writeBytes,
    SpeedChange burst,
    boolean openLoop,
    double disk,
    List<Double> slowdowns,
    SpeedChange diskChange,
    double seconds) {

  private static final int MEGABYTE = 1 << 20;

  /**
   * Sixteen databases that are offered three times what the disk takes; the longest flushes take
   * three times as long as the shortest.
   */
  public static final WriteStallScenario SIXTEEN =
      new WriteStallScenario(
          16,
          32L * MEGABYTE,
          9.0 * MEGABYTE,
          8 << 10,
          SpeedChange.NONE,
          false,
          48.0 * MEGABYTE,
          List.of(1.0, 0.6, 1.8, 0.8, 1.2, 0.6, 1.0),
          SpeedChange.NONE,
          60);

  /** Copies the list. */
  public WriteStallScenario {
    slowdowns = List.copyOf(slowdowns);
  }

  /** This scenario with a disk whose speed changes for a while. */
  public WriteStallScenario withDiskChange(SpeedChange other) {
    return new WriteStallScenario(
        databases, memory, offered, writeBytes, burst, openLoop, disk, slowdowns, other, seconds);
  }

  /** This scenario with other durations of the flushes. */
  WriteStallScenario withSlowdowns(List<Double> others) {
    return new WriteStallScenario(
        databases, memory, offered, writeBytes, burst, openLoop, disk, others, diskChange, seconds);
  }

  /**
   * This scenario with another load, in a closed loop: a write follows when the one before is done.
   */
  public WriteStallScenario withLoad(int otherDatabases, double otherOffered, double otherSeconds) {
    return new WriteStallScenario(
        otherDatabases,
        memory,
        otherOffered,
        writeBytes,
        SpeedChange.NONE,
        false,
        disk,
        slowdowns,
        diskChange,
        otherSeconds);
  }

  /** This scenario with another load, in an open loop. */
  public WriteStallScenario withOpenLoad(double otherOffered, SpeedChange otherBurst) {
    return new WriteStallScenario(
        databases,
        memory,
        otherOffered,
        writeBytes,
        otherBurst,
        true,
        disk,
        slowdowns,
        diskChange,
        seconds);
  }
}
