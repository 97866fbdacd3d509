package io.goodput.lab.bench.command;

import io.goodput.lab.bench.Benchmark;
import io.goodput.lab.bench.memtable.MemtableStall;
import io.goodput.lab.bench.writestall.WriteCase;
import io.goodput.lab.bench.writestall.WriteLengths;
import io.goodput.lab.bench.writestall.WriteStall;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code goodput bench write-stall}. */
@Command(
    name = "write-stall",
    description = "How long writes stop while memtables are flushed, with and without pacing.")
final class WriteStallCommand implements Runnable {

  @Spec private CommandSpec spec;

  @Mixin private final BenchRun bench = new BenchRun();

  @Option(
      names = "--engine",
      paramLabel = "NAME",
      description = "${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
  private Engine engine = Engine.ROCKSDB;

  @Option(
      names = "--case",
      paramLabel = "NAME",
      description = "Measure this case of RocksDB; repeat for several cases (default: all).")
  private final List<String> names = new ArrayList<>();

  @Option(names = "--list", description = "List the cases of RocksDB without running them.")
  private boolean list;

  @Option(
      names = "--folder",
      paramLabel = "DIR",
      description =
          "Parent folder of the databases, which need some GB (default: ${DEFAULT-VALUE}).")
  private Path folder = Path.of(System.getProperty("java.io.tmpdir"));

  enum Engine {
    ROCKSDB,
    CASSANDRA;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @Override
  public void run() {
    if (list) {
      bench.list(WriteCase.FULL.stream().map(WriteCase::name).toList());
    } else {
      WriteLengths lengths = bench.quick ? WriteLengths.QUICK : WriteLengths.FULL;
      bench.run(engine == Engine.ROCKSDB ? new WriteStall(folder, cases(), lengths) : cassandra());
    }
  }

  private Benchmark cassandra() {
    for (String name : List.of("--case", "--folder")) {
      if (spec.commandLine().getParseResult().hasMatchedOption(name)) {
        throw bench.mistake(name + " works only with --engine rocksdb: remove it.");
      }
    }
    return new MemtableStall();
  }

  private List<WriteCase> cases() {
    if (names.isEmpty()) {
      return bench.quick ? WriteCase.QUICK : WriteCase.FULL;
    }
    return names.stream().map(this::named).toList();
  }

  private WriteCase named(String name) {
    return WriteCase.FULL.stream()
        .filter(what -> what.name().equals(name))
        .findFirst()
        .orElseThrow(
            () -> bench.mistake("There is no case '" + name + "': --list shows the cases."));
  }
}
