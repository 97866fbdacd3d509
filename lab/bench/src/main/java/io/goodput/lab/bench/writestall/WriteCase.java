package io.goodput.lab.bench.writestall;

import io.goodput.lab.bench.report.Text;
import java.util.List;

/**
 * A load that overwrites existing keys, and the databases that receive it.
 *
 * @param databases databases that share the disk
 * @param threads threads that write, each to random databases
 * @param blobs whether values are in blob files, apart from the keys
 * @param diskMegabytes speed of the disk in MiB/s
 * @param load writes that are sent, as a share of what the disk takes; 0 if each thread writes as
 *     fast as it can
 * @param readers threads that read existing keys meanwhile, as fast as they can
 */
public record WriteCase(
    int databases,
    int threads,
    boolean blobs,
    Disk disk,
    int diskMegabytes,
    double load,
    int readers) {

  /** What a write puts on the disk if values are in blob files. */
  private static final double BYTES_ON_DISK = 1_120;

  /**
   * An emulated disk: RocksDB's limiter for flushes and compactions of all databases. How evenly it
   * admits writes changes the results, so there are two.
   */
  enum Disk {
    /** The machine's own disk, with a log that is synced before a write ends. */
    SYNCED(0, "no limiter, synced log"),
    /** The machine's own disk, without a log. */
    NONE(0, "no limiter"),
    /** RocksDB's default. */
    COARSE(100, "coarse limiter"),
    SMOOTH(10, "smooth limiter");

    /** How often the limiter is refilled. */
    final int refillMillis;

    private final String title;

    Disk(int refillMillis, String title) {
      this.refillMillis = refillMillis;
      this.title = title;
    }

    boolean isEmulated() {
      return refillMillis > 0;
    }
  }

  /** The case of the benchmark's main figures. */
  static final WriteCase HEADLINE = withBlobs(16, 16, Disk.SMOOTH);

  private static final WriteCase READ = new WriteCase(16, 16, true, Disk.SMOOTH, 48, 0, 1);
  private static final WriteCase SYNCED = new WriteCase(4, 16, true, Disk.SYNCED, 0, 0, 0);

  /** The main case, the same with a reader, and one on the machine's own disk. */
  public static final List<WriteCase> QUICK = List.of(HEADLINE, READ, SYNCED);

  public static final List<WriteCase> FULL =
      List.of(
          HEADLINE,
          READ,
          SYNCED,
          withBlobs(16, 16, Disk.COARSE),
          withBlobs(16, 8, Disk.SMOOTH),
          withBlobs(16, 8, Disk.COARSE),
          withBlobs(16, 4, Disk.SMOOTH),
          withBlobs(16, 4, Disk.COARSE),
          withBlobs(4, 16, Disk.SMOOTH),
          withBlobs(1, 16, Disk.SMOOTH),
          new WriteCase(4, 16, false, Disk.SMOOTH, 200, 0, 0),
          new WriteCase(4, 16, true, Disk.NONE, 0, 0, 0),
          withLoad(0.33),
          withLoad(0.67),
          withLoad(0.9),
          withLoad(1.1),
          withLoad(3));

  private static WriteCase withLoad(double load) {
    return new WriteCase(16, 16, true, Disk.SMOOTH, 48, load, 0);
  }

  private static WriteCase withBlobs(int databases, int threads, Disk disk) {
    return new WriteCase(databases, threads, true, disk, 48, 0, 0);
  }

  /** Writes that are sent per second, by all threads; 0 if each writes as fast as it can. */
  double perSecond() {
    return load * (diskMegabytes << 20) / BYTES_ON_DISK;
  }

  /** The name on the command line and in JSON, such as {@code overwrite-16-16-smooth-blobs}. */
  public String name() {
    return "%s-%d-%d-%s-%s%s"
        .formatted(
            load == 0 ? "overwrite" : "load-" + load,
            databases,
            threads,
            disk == Disk.NONE ? "no-limit" : Text.name(disk),
            blobs ? "blobs" : "inline",
            readers == 0 ? "" : "-read");
  }

  @Override
  public String toString() {
    return "%s, %d databases, %d threads, %s%s%s"
        .formatted(
            load == 0 ? "overwrite" : load + " of what the disk takes",
            databases,
            threads,
            disk.title,
            blobs ? "" : ", inline values",
            readers == 0 ? "" : ", and a reader");
  }

  /** What emulates the disk. */
  String limiter() {
    return disk.isEmulated()
        ? "%s: RocksDB's limiter at %d MiB/s, refilled every %d ms"
            .formatted(Text.name(disk), diskMegabytes, disk.refillMillis)
        : disk.title;
  }
}
