package io.goodput.cli;

import io.goodput.bench.writestall.Lengths;
import io.goodput.bench.writestall.WriteCase;
import io.goodput.bench.writestall.WriteStall;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
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
        "Whether RocksDB stops writes, as it comes, by the rule of flush bandwidth, paced.",
    mixinStandardHelpOptions = true)
final class WriteStallCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Mixin private final BenchRun run = new BenchRun();

  @Option(
      names = "--case",
      paramLabel = "NAME",
      description = "Measure this case; may be given several times (default: all).")
  private final List<String> names = new ArrayList<>();

  @Option(names = "--list", description = "List the cases and run none.")
  private boolean list;

  @Option(
      names = "--folder",
      paramLabel = "DIR",
      description = "Where to put the databases, some GB (default: ${DEFAULT-VALUE}).")
  private Path folder = Path.of(System.getProperty("java.io.tmpdir"));

  @Override
  public Integer call() {
    if (list) {
      WriteCase.full().forEach(spec.commandLine().getOut()::println);
      return ExitCode.OK;
    }
    WriteStall.Settings settings =
        new WriteStall.Settings(folder, cases(), run.quick() ? Lengths.quick() : Lengths.full());
    run.run(progress -> WriteStall.measure(settings, progress));
    return ExitCode.OK;
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
