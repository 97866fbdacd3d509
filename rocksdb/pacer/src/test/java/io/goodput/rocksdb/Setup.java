package io.goodput.rocksdb;

import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * How a database of {@link SetupProgram} is set up.
 *
 * @param merge fewest memtables that a flush takes
 * @param families column families that get the same number of writes
 * @param manager a WriteBufferManager that the database uses
 */
record Setup(
    int merge,
    int families,
    Manager manager,
    boolean atomicFlush,
    Writes writes,
    Style style,
    Log log,
    boolean slowsDown,
    Meanwhile meanwhile) {

  /** A small one, so that it is full before the memtables of eight families are. */
  enum Manager {
    NONE,
    STALLS,
    FLUSHES_ONLY
  }

  /** How RocksDB orders concurrent writes. */
  enum Writes {
    IN_ORDER,
    PIPELINED,
    UNORDERED
  }

  /** Styles of compaction. */
  enum Style {
    LEVEL,
    UNIVERSAL,
    FIFO
  }

  /** The write-ahead log. */
  enum Log {
    DEFAULT,
    SMALL,
    NONE
  }

  /** What else happens, twice a second. */
  enum Meanwhile {
    NOTHING,
    SET_OPTIONS,
    MANUAL_FLUSH,
    MANUAL_COMPACTION
  }

  static final Setup PLAIN =
      new Setup(
          1,
          1,
          Manager.NONE,
          false,
          Writes.IN_ORDER,
          Style.LEVEL,
          Log.DEFAULT,
          true,
          Meanwhile.NOTHING);

  /** A set-up whose values have these indexes, each in the order of {@link #COUNTS}. */
  static Setup of(int[] indexes) {
    return new Setup(
        1 + indexes[0],
        indexes[1] == 0 ? 1 : 8,
        Manager.values()[indexes[2]],
        indexes[3] == 1,
        Writes.values()[indexes[4]],
        Style.values()[indexes[5]],
        Log.values()[indexes[6]],
        indexes[7] == 0,
        Meanwhile.values()[indexes[8]]);
  }

  /** How many values there are of each component. */
  static final int[] COUNTS = {3, 2, 3, 2, 3, 3, 3, 2, 4};

  Setup merging(int memtables) {
    return new Setup(
        memtables, families, manager, atomicFlush, writes, style, log, slowsDown, meanwhile);
  }

  Setup with(int columnFamilies, Manager bound) {
    return new Setup(
        merge, columnFamilies, bound, atomicFlush, writes, style, log, slowsDown, meanwhile);
  }

  /** Whether RocksDB opens such a database. */
  boolean isAllowed() {
    boolean ordered = writes != Writes.UNORDERED;
    boolean logged = log != Log.NONE;
    return (!atomicFlush || writes != Writes.PIPELINED) && (ordered || logged);
  }

  /** The arguments of {@link SetupProgram}. */
  @Override
  public String toString() {
    return Arrays.asList(
            merge, families, manager, atomicFlush, writes, style, log, slowsDown, meanwhile)
        .stream()
        .map(Object::toString)
        .collect(Collectors.joining(","));
  }

  static Setup parse(String text) {
    String[] values = text.split(",", -1);
    return new Setup(
        Integer.parseInt(values[0]),
        Integer.parseInt(values[1]),
        Manager.valueOf(values[2]),
        Boolean.parseBoolean(values[3]),
        Writes.valueOf(values[4]),
        Style.valueOf(values[5]),
        Log.valueOf(values[6]),
        Boolean.parseBoolean(values[7]),
        Meanwhile.valueOf(values[8]));
  }
}
