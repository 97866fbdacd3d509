package io.goodput.lab.bench.command;

import io.goodput.lab.bench.Bench;
import io.goodput.lab.bench.Benchmark;
import io.goodput.lab.nodes.Installation;
import java.util.List;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Options that all benchmarks share. Runs a benchmark and shows its findings. */
final class BenchRun extends FindingsOutput {

  @Option(names = "--quick", description = "Run shorter and less exactly.")
  boolean quick;

  @Option(
      names = "--port",
      paramLabel = "P",
      description =
          "Port of the benchmark's own nodes; a second cluster takes P + 10, a third P + 20"
              + " (default: ${DEFAULT-VALUE}).")
  private int port = 9342;

  @Option(
      names = "--heap",
      paramLabel = "MB",
      description = "Heap of each node in MB (default: ${DEFAULT-VALUE}).")
  private int heap = 640;

  void run(Benchmark benchmark) {
    show(progress -> new Bench(Installation.locate(), port, heap, quick, progress).run(benchmark));
  }

  void list(List<?> cases) {
    cases.forEach(spec.commandLine().getOut()::println);
  }

  ParameterException mistake(String sentence) {
    return new ParameterException(spec.commandLine(), sentence);
  }

  @Override
  String versions() {
    return super.versions() + ", Cassandra " + Installation.locate().cassandraVersion();
  }
}
