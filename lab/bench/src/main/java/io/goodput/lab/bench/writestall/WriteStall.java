package io.goodput.lab.bench.writestall;

import io.goodput.cli.CommandException;
import io.goodput.lab.bench.Bench;
import io.goodput.lab.bench.Benchmark;
import io.goodput.lab.bench.report.Figure;
import io.goodput.lab.bench.report.Findings;
import io.goodput.lab.bench.report.Rounds;
import io.goodput.lab.bench.writestall.WriteStallResult.CaseRuns;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import org.rocksdb.RocksDBException;

/**
 * The benchmark {@code write-stall} on RocksDB: databases receive writes faster than their disk
 * takes flushes, with and without pacing.
 *
 * @param folder where the databases need some GB
 */
public record WriteStall(Path folder, List<WriteCase> cases, WriteLengths lengths)
    implements Benchmark {

  @Override
  public Findings measure(Bench bench) throws InterruptedException {
    List<CaseRuns> results = new ArrayList<>();
    for (WriteCase what : cases) {
      EnumMap<Design, Rounds<WriteRun>> runs = new EnumMap<>(Design.class);
      for (int round = 1; round <= lengths.rounds(); round++) {
        bench.say("%s, round %d of %d ...", what, round, lengths.rounds());
        for (Design design : Rounds.order(lengths.designs(), round)) {
          WriteRun run = run(design, what);
          bench.say(
              "  %-22s %s", design, Figure.line(WriteStallResult.RUNS, new Rounds<>(List.of(run))));
          runs.computeIfAbsent(design, key -> new Rounds<>(new ArrayList<>())).list().add(run);
        }
      }
      results.add(new CaseRuns(what, runs));
    }
    return new WriteStallResult(lengths, results).findings();
  }

  private WriteRun run(Design design, WriteCase what) throws InterruptedException {
    try (Databases databases = Databases.open(folder, design, what)) {
      Writers writers = new Writers(databases, what, lengths.keys());
      writers.fill();
      return writers.overwrite(lengths.seconds(what));
    } catch (RocksDBException e) {
      throw new CommandException("RocksDB failed: " + e.getMessage() + ".", e);
    }
  }
}
