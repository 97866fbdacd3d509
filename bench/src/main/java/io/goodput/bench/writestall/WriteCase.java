package io.goodput.bench.writestall;

import java.util.List;
import java.util.Locale;

/**
 * What is written, and to what.
 *
 * @param databases that share the disk
 * @param threads that write, each to a database at random
 * @param valuesApart whether values are kept in blob files, apart from the keys
 * @param diskMegabytes that the disk takes in a second
 */
public record WriteCase(
    Pattern pattern,
    int databases,
    int threads,
    boolean valuesApart,
    Disk disk,
    int diskMegabytes) {

  /** What the load does while it is measured. */
  enum Pattern {
    /** New keys until all are on disk. */
    FILL,
    /** Keys that are there. */
    OVERWRITE,
    /** The same; in the middle third the disk is four times slower. */
    SLOW_DISK,
    /** The same, in an open loop with a burst of four times the rate for the last third. */
    BURSTS,
    /** The same, in an open loop that the disk can take. */
    MODERATE,
    /** The same; three writes of ten go to one database. */
    HOT_DATABASE
  }

  private static final int MEGABYTES = 48;
  private static final int FAST_MEGABYTES = 96;
  private static final int INLINE_MEGABYTES = 200;

  /** The case that the benchmark's three figures are of. */
  static final WriteCase HEADLINE = overwrite(16, 16, Disk.SMOOTH);

  /** Both stand-ins for a disk. */
  public static List<WriteCase> quick() {
    return List.of(HEADLINE, overwrite(16, 16, Disk.COARSE));
  }

  /** All there are. */
  public static List<WriteCase> full() {
    return List.of(
        HEADLINE,
        overwrite(16, 16, Disk.COARSE),
        overwrite(16, 8, Disk.SMOOTH),
        overwrite(16, 8, Disk.COARSE),
        overwrite(16, 4, Disk.SMOOTH),
        overwrite(16, 4, Disk.COARSE),
        overwrite(4, 16, Disk.SMOOTH),
        overwrite(1, 16, Disk.SMOOTH),
        new WriteCase(Pattern.FILL, 16, 16, true, Disk.SMOOTH, MEGABYTES),
        new WriteCase(Pattern.FILL, 16, 16, true, Disk.COARSE, MEGABYTES),
        new WriteCase(Pattern.SLOW_DISK, 16, 16, true, Disk.SMOOTH, FAST_MEGABYTES),
        new WriteCase(Pattern.SLOW_DISK, 16, 16, true, Disk.COARSE, FAST_MEGABYTES),
        new WriteCase(Pattern.BURSTS, 16, 16, true, Disk.SMOOTH, MEGABYTES),
        new WriteCase(Pattern.BURSTS, 16, 16, true, Disk.COARSE, MEGABYTES),
        new WriteCase(Pattern.HOT_DATABASE, 16, 16, true, Disk.SMOOTH, MEGABYTES),
        new WriteCase(Pattern.HOT_DATABASE, 16, 16, true, Disk.COARSE, MEGABYTES),
        new WriteCase(Pattern.MODERATE, 16, 16, true, Disk.SMOOTH, MEGABYTES),
        new WriteCase(Pattern.OVERWRITE, 4, 16, false, Disk.SMOOTH, INLINE_MEGABYTES),
        new WriteCase(Pattern.OVERWRITE, 4, 16, true, Disk.NONE, 0));
  }

  private static WriteCase overwrite(int databases, int threads, Disk disk) {
    return new WriteCase(Pattern.OVERWRITE, databases, threads, true, disk, MEGABYTES);
  }

  /** A name for the command line, as in {@code overwrite-16-16-smooth}. */
  @Override
  public String toString() {
    return String.join(
        "-",
        pattern.name().toLowerCase(Locale.ROOT).replace('_', '-'),
        String.valueOf(databases),
        String.valueOf(threads),
        disk == Disk.NONE ? "no-limit" : disk.name().toLowerCase(Locale.ROOT),
        valuesApart ? "blobs" : "inline");
  }
}
