package io.goodput.lab.bench.writestall;

import io.goodput.cli.CommandException;
import io.goodput.lab.bench.Bench;
import io.goodput.lab.bench.Benchmark;
import io.goodput.lab.bench.load.ChildProcess;
import io.goodput.lab.bench.report.Figure;
import io.goodput.lab.bench.report.Findings;
import io.goodput.lab.bench.report.Rounds;
import io.goodput.lab.bench.report.Text;
import io.goodput.lab.bench.writestall.WriteStallResult.CaseRuns;
import io.goodput.lab.nodes.TemporaryFolder;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * The benchmark {@code write-stall} on RocksDB: databases receive writes faster than their disk
 * takes flushes, with and without pacing.
 *
 * @param folder where the databases need some GB
 */
public record WriteStall(Path folder, List<WriteCase> cases) implements Benchmark {

  /** A process that needs more time to fill its databases and to overwrite them has failed. */
  private static final int LONGEST_SECONDS = 900;

  /** A way to keep writes from outrunning flushes. */
  enum Design {
    /** RocksDB's defaults: two memtables, one flush thread and one compaction thread in all. */
    STOCK("stock"),
    /** Stock of the version that Speedb comes from. */
    OLD_STOCK("stock 8.6.7", "rocksdbjni"),
    /** Stock with a flush thread for each database, as in all designs below. */
    TUNED("tuned"),
    /** The options of the goodput design, without the pacer. */
    UNPACED("same options, no pacer"),
    /** The same options on Speedb, a fork of RocksDB 8.6 whose delays grow step by step. */
    SPEEDB("Speedb, same options", "speedbjni"),
    /** RocksDB's delayed writes, at the lowest rate of recent flushes. */
    SEED_RULE("flush-rate rule"),
    /** Goodput's pacer. */
    GOODPUT("goodput");

    private final String title;
    private final @Nullable String artifact;

    Design(String title) {
      this(title, null);
    }

    /** With this artifact instead of the newest RocksDB. */
    Design(String title, @Nullable String artifact) {
      this.title = title;
      this.artifact = artifact;
    }

    /** The name in the list of cases, which names mechanisms. */
    String inCases() {
      return switch (this) {
        case UNPACED -> "same_options";
        case SEED_RULE -> "flush_rate_rule";
        case GOODPUT -> "paced";
        default -> Text.name(this);
      };
    }

    boolean hasOneFlushThread() {
      return this == STOCK || this == OLD_STOCK;
    }

    /** The jar that comes before the newest RocksDB; empty for the newest. */
    List<Path> jars() {
      return artifact == null ? List.of() : List.of(jar(artifact));
    }

    @Override
    public String toString() {
      return title;
    }
  }

  /**
   * Size of a run.
   *
   * @param keys of all databases together; each is written before a load is measured
   * @param seconds length of a load, 3 s or more
   * @param steadySeconds the same for the main case, and without blob files: compactions become
   *     steady slowly, and what is left of them at the end counts less in a longer run
   */
  record Lengths(int rounds, long keys, int seconds, int steadySeconds) {

    /** Three cases take about forty minutes. */
    static final Lengths QUICK = new Lengths(3, 350_000, 10, 60);

    /** A case takes some minutes. */
    private static final Lengths FULL = new Lengths(3, 600_000, 15, 60);

    int seconds(WriteCase what) {
      return what.blobs() && !what.equals(WriteCase.HEADLINE) ? seconds : steadySeconds;
    }
  }

  @Override
  public Findings measure(Bench bench) {
    Lengths lengths = bench.quickOr(Lengths.QUICK, Lengths.FULL);
    List<CaseRuns> results = new ArrayList<>();
    for (WriteCase what : cases) {
      EnumMap<Design, Rounds<WriteRun>> runs = new EnumMap<>(Design.class);
      for (int round = 1; round <= lengths.rounds(); round++) {
        bench.say("%s, round %d of %d ...", what, round, lengths.rounds());
        for (Design design : Rounds.order(List.of(Design.values()), round)) {
          WriteRun run = run(folder, design, what, lengths.keys(), lengths.seconds(what));
          bench.say(
              "  %-21s %s", design, Figure.line(WriteStallResult.RUNS, new Rounds<>(List.of(run))));
          runs.computeIfAbsent(design, key -> new Rounds<>(new ArrayList<>())).list().add(run);
        }
      }
      results.add(new CaseRuns(what, runs));
    }
    return new WriteStallResult(lengths, results).findings();
  }

  /** Runs a design in a process of its own. */
  static WriteRun run(Path folder, Design design, WriteCase what, long keys, int seconds) {
    // A process that is killed leaves its databases there.
    try (TemporaryFolder own = TemporaryFolder.in(folder.toAbsolutePath(), "write-stall");
        ChildProcess process =
            new ChildProcess(design.jars(), "process of " + design, WriterMain.class.getName())) {
      process.tell(new WriterMain.Work(own.path().toString(), design, what, keys, seconds).line());
      return WriterMain.read(process.answer(LONGEST_SECONDS));
    } catch (IOException e) {
      throw new CommandException("Cannot read an answer: " + e.getMessage() + ".", e);
    }
  }

  /** A jar in the folder {@code peers} next to the classes of the laboratory. */
  private static Path jar(String artifact) {
    try {
      URI own = WriteStall.class.getProtectionDomain().getCodeSource().getLocation().toURI();
      Path peers = Path.of(own).resolveSibling("peers");
      try (DirectoryStream<Path> jars = Files.newDirectoryStream(peers, artifact + "-*.jar")) {
        return jars.iterator().next();
      }
    } catch (IOException | URISyntaxException | NoSuchElementException e) {
      throw new CommandException(
          "The jar of %s is not there (%s): build the laboratory again."
              .formatted(artifact, e.getMessage()),
          e);
    }
  }
}
