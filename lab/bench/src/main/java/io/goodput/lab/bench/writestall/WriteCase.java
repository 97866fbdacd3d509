package io.goodput.lab.bench.writestall;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * A load and the databases that receive it.
 *
 * @param databases databases that share the disk
 * @param threads threads that write, each to random databases
 * @param blobs whether values are in blob files, apart from the keys
 * @param diskMegabytes speed of the disk in MiB/s
 */
public record WriteCase(
    Pattern pattern, int databases, int threads, boolean blobs, Disk disk, int diskMegabytes) {

  /** Writes of the measured load. */
  enum Pattern {
    /** New keys until all are on disk. */
    FILL,
    /** Existing keys. */
    OVERWRITE,
    /** Existing keys; the disk is four times slower in the middle third. */
    SLOW_DISK,
    /** Existing keys in an open loop; the rate is four times higher in the last third. */
    BURSTS,
    /** Existing keys in an open loop, at a rate that the disk can take. */
    MODERATE,
    /** Existing keys; one database gets three of ten writes. */
    HOT_DATABASE
  }

  /**
   * An emulated disk: RocksDB's limiter for flushes and compactions of all databases. How evenly it
   * admits writes changes the results, so there are two.
   */
  enum Disk {
    NONE(0),
    /** RocksDB's default. */
    COARSE(100),
    SMOOTH(10);

    private final int refillMillis;

    Disk(int refillMillis) {
      this.refillMillis = refillMillis;
    }

    /** How often the limiter is refilled. */
    int refillMillis() {
      return refillMillis;
    }
  }

  /** The main case with each limiter. */
  public static final List<WriteCase> QUICK =
      cases(Pattern.OVERWRITE, 16, 16, Disk.SMOOTH, Disk.COARSE).toList();

  /** The case of the benchmark's main figures. */
  static final WriteCase HEADLINE = QUICK.get(0);

  public static final List<WriteCase> FULL =
      Stream.of(
              QUICK.stream(),
              cases(Pattern.OVERWRITE, 16, 8, Disk.SMOOTH, Disk.COARSE),
              cases(Pattern.OVERWRITE, 16, 4, Disk.SMOOTH, Disk.COARSE),
              cases(Pattern.OVERWRITE, 4, 16, Disk.SMOOTH),
              cases(Pattern.OVERWRITE, 1, 16, Disk.SMOOTH),
              cases(Pattern.FILL, 16, 16, Disk.SMOOTH, Disk.COARSE),
              cases(Pattern.SLOW_DISK, 16, 16, Disk.SMOOTH, Disk.COARSE),
              cases(Pattern.BURSTS, 16, 16, Disk.SMOOTH, Disk.COARSE),
              cases(Pattern.HOT_DATABASE, 16, 16, Disk.SMOOTH, Disk.COARSE),
              cases(Pattern.MODERATE, 16, 16, Disk.SMOOTH),
              Stream.of(
                  new WriteCase(Pattern.OVERWRITE, 4, 16, false, Disk.SMOOTH, 200),
                  new WriteCase(Pattern.OVERWRITE, 4, 16, true, Disk.NONE, 0)))
          .flatMap(cases -> cases)
          .toList();

  private static Stream<WriteCase> cases(
      Pattern pattern, int databases, int threads, Disk... disks) {
    int megabytes = pattern == Pattern.SLOW_DISK ? 96 : 48;
    return Stream.of(disks)
        .map(disk -> new WriteCase(pattern, databases, threads, true, disk, megabytes));
  }

  /** The name on the command line and in JSON, such as {@code overwrite-16-16-smooth-blobs}. */
  public String name() {
    return "%s-%d-%d-%s-%s"
        .formatted(
            lower(pattern).replace('_', '-'),
            databases,
            threads,
            disk == Disk.NONE ? "no-limit" : lower(disk),
            blobs ? "blobs" : "inline");
  }

  @Override
  public String toString() {
    return "%s, %d databases, %d threads, %s limiter%s"
        .formatted(
            lower(pattern).replace('_', ' '),
            databases,
            threads,
            disk == Disk.NONE ? "no" : lower(disk),
            blobs ? "" : ", inline values");
  }

  /** What emulates the disk. */
  String limiter() {
    return disk == Disk.NONE
        ? "none"
        : "%s: RocksDB's limiter at %d MiB/s, refilled every %d ms"
            .formatted(lower(disk), diskMegabytes, disk.refillMillis());
  }

  static String lower(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
