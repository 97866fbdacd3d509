package io.goodput.lab.bench.command;

import io.goodput.lab.bench.writestall.WriteCase;
import io.goodput.lab.bench.writestall.WriteStall;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code goodput bench write-stall}. */
@Command(
    name = "write-stall",
    description =
        "How long RocksDB stops writes while memtables are flushed, with and without pacing.")
final class WriteStallCommand implements Runnable {

  @Mixin private final BenchRun bench = new BenchRun();

  @Option(
      names = "--case",
      paramLabel = "NAME",
      description = "Measure this case; repeat for several cases (default: all).")
  private final List<String> names = new ArrayList<>();

  @Option(
      names = "--folder",
      paramLabel = "DIR",
      description =
          "Parent folder of the databases, which need some GB (default: ${DEFAULT-VALUE}).")
  private Path folder = Path.of(System.getProperty("java.io.tmpdir"));

  @Override
  public void run() {
    bench.run(new WriteStall(folder, cases()));
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
            () ->
                bench.mistake(
                    "There is no case '%s': choose among %s."
                        .formatted(name, WriteCase.FULL.stream().map(WriteCase::name).toList())));
  }
}
