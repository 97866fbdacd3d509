package io.goodput.bench.writestall;

import io.goodput.bench.BenchException;
import io.goodput.bench.report.OldFindings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The benchmark {@code write-stall}: RocksDB databases are written to faster than their disk takes
 * it, as RocksDB comes, by the rule of flush bandwidth, and paced.
 */
public final class WriteStall {

  static final int OPEN_PER_SECOND = 15_000;
  static final int BURST_PER_SECOND = 60_000;
  static final int BURST_SECONDS = 5;
  static final int BURST_EVERY_SECONDS = 15;
  static final double SLOWER = 4;

  private final Settings settings;
  private final Consumer<String> progress;

  private WriteStall(Settings settings, Consumer<String> progress) {
    this.settings = settings;
    this.progress = progress;
  }

  /**
   * Where and what to measure.
   *
   * @param folder for the databases
   */
  public record Settings(Path folder, List<WriteCase> cases, Lengths lengths) {

    /** Copies the list. */
    public Settings {
      cases = List.copyOf(cases);
    }
  }

  /**
   * Measures with databases of its own.
   *
   * @param progress told what happens, a short line at a time
   * @throws BenchException if it could not be carried out
   */
  public static OldFindings measure(Settings settings, Consumer<String> progress) {
    return new WriteStall(settings, progress).measure();
  }

  private WriteStallResult measure() {
    List<CaseResult> results = new ArrayList<>();
    for (WriteCase what : settings.cases()) {
      Map<Design, List<Run>> runs = new EnumMap<>(Design.class);
      for (int round = 1; round <= settings.lengths().rounds(); round++) {
        progress.accept(
            "%s, round %d of %d ...".formatted(what, round, settings.lengths().rounds()));
        for (Design design : settings.lengths().designs()) {
          Run run = run(design, what);
          progress.accept(WriteStallResult.line(design, run));
          runs.computeIfAbsent(design, key -> new ArrayList<>()).add(run);
        }
      }
      results.add(new CaseResult(what, runs));
    }
    return new WriteStallResult(settings.lengths(), results);
  }

  private Run run(Design design, WriteCase what) {
    Lengths lengths = settings.lengths();
    try (Databases databases = Databases.open(settings.folder(), design, what)) {
      Writers writers = new Writers(databases, what.threads(), lengths.keys());
      Run fill = writers.fill();
      int seconds = lengths.seconds(what);
      return switch (what.pattern()) {
        case FILL -> fill.followedBy(secondsOfFlush(databases));
        case OVERWRITE -> writers.overwrite(seconds, false);
        case HOT_DATABASE -> writers.overwrite(seconds, true);
        case SLOW_DISK -> slowDisk(databases, writers, what, seconds);
        case BURSTS ->
            writers.overwriteInTime(
                Math.max(seconds, BURST_EVERY_SECONDS), WriteStall::perSecondInBursts);
        case MODERATE -> writers.overwriteInTime(seconds, second -> OPEN_PER_SECOND);
      };
    }
  }

  /** A burst comes last: memory is to be as empty as it gets when it begins. */
  private static long perSecondInBursts(int second) {
    return second % BURST_EVERY_SECONDS < BURST_EVERY_SECONDS - BURST_SECONDS
        ? OPEN_PER_SECOND
        : BURST_PER_SECOND;
  }

  private static double secondsOfFlush(Databases databases) {
    long begin = System.nanoTime();
    databases.flush();
    return (System.nanoTime() - begin) / (double) TimeUnit.SECONDS.toNanos(1);
  }

  private static Run slowDisk(Databases databases, Writers writers, WriteCase what, int seconds) {
    ScheduledThreadPoolExecutor disk = new ScheduledThreadPoolExecutor(1);
    try {
      double fast = what.diskMegabytes();
      var slower =
          disk.schedule(() -> databases.diskTakes(fast / SLOWER), seconds / 3, TimeUnit.SECONDS);
      var faster =
          disk.schedule(() -> databases.diskTakes(fast), 2L * seconds / 3, TimeUnit.SECONDS);
      Run run = writers.overwrite(seconds, false);
      if (!slower.isDone() || !faster.isDone()) {
        throw new BenchException("The load ended before the disk had changed its speed.");
      }
      return run;
    } finally {
      disk.shutdownNow();
    }
  }
}
