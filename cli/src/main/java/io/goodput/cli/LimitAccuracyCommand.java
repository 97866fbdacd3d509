package io.goodput.cli;

import io.goodput.bench.accuracy.AccuracyReport;
import io.goodput.bench.accuracy.CaseResult;
import io.goodput.bench.accuracy.LimitAccuracy;
import io.goodput.bench.accuracy.LimitCase;
import io.goodput.bench.accuracy.LimitCases;
import io.goodput.cluster.Installation;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code goodput bench limit-accuracy}. */
@Command(
    name = "limit-accuracy",
    description = "How closely a cluster keeps a partition's limit under overload.",
    mixinStandardHelpOptions = true)
final class LimitAccuracyCommand implements Callable<Integer> {

  private static final int FULL_SECONDS = 10;
  private static final int QUICK_SECONDS = 7;

  @Spec private CommandSpec spec;

  @Mixin private final BenchRun run = new BenchRun();

  @Option(
      names = "--simulate",
      description = "Simulate six nodes, also in bad conditions; start no cluster.")
  private boolean simulate;

  @Option(names = "--list", description = "List the cases and run none.")
  private boolean list;

  @Option(
      names = "--port",
      paramLabel = "P",
      defaultValue = "9342",
      description = "Port of the benchmark's own nodes (default: ${DEFAULT-VALUE}).")
  private int port;

  @Option(
      names = "--heap",
      paramLabel = "MB",
      defaultValue = "640",
      description = "Heap of each node in MB (default: ${DEFAULT-VALUE}).")
  private int heap;

  @Override
  public Integer call() {
    if (run.quick() && simulate) {
      throw new ParameterException(
          spec.commandLine(), "--quick and --simulate exclude each other: a simulation is quick.");
    }
    List<LimitCase> cases = cases();
    if (list) {
      cases.forEach(out()::println);
      return ExitCode.OK;
    }
    run.runOld(progress -> new AccuracyReport(results(cases, progress)));
    return ExitCode.OK;
  }

  private List<LimitCase> cases() {
    if (simulate) {
      return LimitCases.simulated();
    }
    return run.quick() ? LimitCases.quick() : LimitCases.full();
  }

  private List<CaseResult> results(List<LimitCase> cases, Consumer<String> progress) {
    if (simulate) {
      progress.accept("Simulating %d cases ...".formatted(cases.size()));
      return LimitAccuracy.simulate(cases);
    }
    Installation installation = Installation.locate();
    return LimitAccuracy.measure(
        cases,
        new LimitAccuracy.Settings(
            installation.cassandraLib(),
            BenchRun.plugin(installation),
            port,
            heap,
            run.quick() ? QUICK_SECONDS : FULL_SECONDS),
        progress);
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }
}
