package io.goodput.lab.bench.writestall;

import io.goodput.lab.bench.Bench;
import io.goodput.lab.bench.BenchException;
import io.goodput.lab.bench.Benchmark;
import io.goodput.lab.bench.report.Figure;
import io.goodput.lab.bench.report.Findings;
import io.goodput.lab.bench.report.Rounds;
import io.goodput.lab.bench.writestall.WriteStallResult.CaseRuns;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.rocksdb.RocksDBException;

/**
 * The benchmark {@code write-stall} on RocksDB: databases receive writes faster than their disk
 * takes flushes, with and without pacing.
 *
 * @param folder where the databases need some GB
 */
public record WriteStall(Path folder, List<WriteCase> cases, WriteLengths lengths)
    implements Benchmark {

  private static final int OPEN_PER_SECOND = 15_000;
  private static final int BURST_EVERY_SECONDS = 15;

  @Override
  public Findings measure(Bench bench) throws InterruptedException {
    List<CaseRuns> results = new ArrayList<>();
    for (WriteCase what : cases) {
      EnumMap<Design, List<WriteRun>> runs = new EnumMap<>(Design.class);
      for (int round = 1; round <= lengths.rounds(); round++) {
        bench.say("%s, round %d of %d ...", what, round, lengths.rounds());
        for (Design design : lengths.order(round)) {
          WriteRun run = run(design, what);
          bench.say(
              "  %-22s %s", design, Figure.line(WriteStallResult.RUNS, new Rounds<>(List.of(run))));
          runs.computeIfAbsent(design, key -> new ArrayList<>()).add(run);
        }
      }
      results.add(new CaseRuns(what, runs));
    }
    return new WriteStallResult(lengths, results).findings();
  }

  private WriteRun run(Design design, WriteCase what) throws InterruptedException {
    try (Databases databases = Databases.open(folder, design, what)) {
      Writers writers = new Writers(databases, what, lengths.keys());
      WriteRun fill = writers.fill();
      int seconds = lengths.seconds(what);
      return switch (what.pattern()) {
        case FILL -> fill.followedBy(databases.flush());
        case OVERWRITE, HOT_DATABASE -> writers.overwrite(seconds);
        case SLOW_DISK -> slowDisk(databases, writers, what, seconds);
        case BURSTS ->
            writers.overwriteInTime(
                Math.max(seconds, BURST_EVERY_SECONDS), WriteStall::perSecondInBursts);
        case MODERATE -> writers.overwriteInTime(seconds, second -> OPEN_PER_SECOND);
      };
    } catch (RocksDBException e) {
      throw new BenchException("RocksDB failed: " + e.getMessage() + ".", e);
    }
  }

  /** A burst comes last, so that memory is as empty as possible when it begins. */
  private static long perSecondInBursts(int second) {
    return second % BURST_EVERY_SECONDS < 10 ? OPEN_PER_SECOND : 4 * OPEN_PER_SECOND;
  }

  private static WriteRun slowDisk(
      Databases databases, Writers writers, WriteCase what, int seconds)
      throws InterruptedException {
    ScheduledThreadPoolExecutor disk = new ScheduledThreadPoolExecutor(1);
    try {
      double fast = what.diskMegabytes();
      var slower =
          disk.schedule(() -> databases.limitDisk(fast / 4), seconds / 3, TimeUnit.SECONDS);
      var faster =
          disk.schedule(() -> databases.limitDisk(fast), 2L * seconds / 3, TimeUnit.SECONDS);
      WriteRun run = writers.overwrite(seconds);
      if (!slower.isDone() || !faster.isDone()) {
        throw new BenchException("The load ended before the disk had changed its speed.");
      }
      return run;
    } finally {
      disk.shutdownNow();
    }
  }
}
