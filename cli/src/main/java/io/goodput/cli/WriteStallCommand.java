package io.goodput.cli;

import io.goodput.bench.memtable.MemtableStall;
import io.goodput.bench.memtable.RoundLengths;
import io.goodput.bench.writestall.Lengths;
import io.goodput.bench.writestall.WriteCase;
import io.goodput.bench.writestall.WriteStall;
import io.goodput.cluster.Installation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code goodput bench write-stall}. */
@Command(
    name = "write-stall",
    description =
        "Whether a database stops writes that come faster than it flushes them, as it comes and"
            + " paced.",
    mixinStandardHelpOptions = true)
final class WriteStallCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Mixin private final BenchRun run = new BenchRun();

  @Option(
      names = "--engine",
      paramLabel = "NAME",
      defaultValue = "rocksdb",
      description = "${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
  private Engine engine = Engine.ROCKSDB;

  @Option(
      names = "--port",
      paramLabel = "P",
      defaultValue = "9352",
      description =
          "Port of Cassandra without Goodput; the nodes with it take P + 10 and P + 20"
              + " (default: ${DEFAULT-VALUE}).")
  private int port;

  @Option(
      names = "--heap",
      paramLabel = "MB",
      defaultValue = "640",
      description = "Heap of each Cassandra node in MB (default: ${DEFAULT-VALUE}).")
  private int heap;

  @Option(
      names = "--case",
      paramLabel = "NAME",
      description = "Measure this case of RocksDB; may be given several times (default: all).")
  private final List<String> names = new ArrayList<>();

  @Option(
      names = "--stock-and-paced",
      description = "Measure RocksDB as it comes and paced, and nothing else.")
  private boolean stockAndPaced;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description = "Rounds of RocksDB, 1 to 100 (default: 3; 2 if quick).")
  private @Nullable Integer rounds;

  @Option(
      names = "--seconds",
      paramLabel = "S",
      description =
          "Length of each load of RocksDB, 3 to 3600 s (default: 15, without blob files 60; 10 if"
              + " quick).")
  private @Nullable Integer seconds;

  @Option(names = "--list", description = "List the cases of RocksDB and run none.")
  private boolean list;

  @Option(
      names = "--folder",
      paramLabel = "DIR",
      description = "Where to put the databases, some GB (default: ${DEFAULT-VALUE}).")
  private Path folder = Path.of(System.getProperty("java.io.tmpdir"));

  /** A database whose writes may stall. */
  enum Engine {
    ROCKSDB,
    CASSANDRA;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @Override
  public Integer call() {
    if (list) {
      WriteCase.full().forEach(spec.commandLine().getOut()::println);
      return ExitCode.OK;
    }
    if (engine == Engine.CASSANDRA) {
      refuseOptionsOfRocksDb();
      run.runOld(progress -> MemtableStall.measure(cassandra(), progress));
      return ExitCode.OK;
    }
    WriteStall.Settings settings = new WriteStall.Settings(folder, cases(), lengths());
    run.runOld(progress -> WriteStall.measure(settings, progress));
    return ExitCode.OK;
  }

  private void refuseOptionsOfRocksDb() {
    for (String name :
        List.of("--case", "--stock-and-paced", "--rounds", "--seconds", "--folder")) {
      if (spec.commandLine().getParseResult().hasMatchedOption(name)) {
        throw new ParameterException(
            spec.commandLine(), name + " goes with --engine rocksdb alone: leave it out.");
      }
    }
  }

  private Lengths lengths() {
    Lengths lengths = run.quick() ? Lengths.quick() : Lengths.full();
    if (stockAndPaced) {
      lengths = lengths.stockAndPaced();
    }
    if (rounds != null) {
      lengths = lengths.withRounds(within("--rounds", rounds, 1, 100));
    }
    if (seconds != null) {
      lengths = lengths.withSeconds(within("--seconds", seconds, 3, 3_600));
    }
    return lengths;
  }

  private int within(String name, int value, int least, int most) {
    if (value < least || value > most) {
      throw new ParameterException(
          spec.commandLine(), "%s must be from %d to %d: %d.".formatted(name, least, most, value));
    }
    return value;
  }

  private MemtableStall.Settings cassandra() {
    Installation installation = Installation.locate();
    return new MemtableStall.Settings(
        installation.cassandraLib(),
        BenchRun.plugin(installation),
        port,
        heap,
        run.quick() ? RoundLengths.quick() : RoundLengths.full());
  }

  private List<WriteCase> cases() {
    if (names.isEmpty()) {
      return run.quick() ? WriteCase.quick() : WriteCase.full();
    }
    return names.stream().map(this::named).toList();
  }

  private WriteCase named(String name) {
    return WriteCase.full().stream()
        .filter(what -> what.toString().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new ParameterException(
                    spec.commandLine(),
                    "There is no case '%s': --list shows which there are.".formatted(name)));
  }
}
