package io.goodput.cli;

import io.goodput.lab.bench.Bench;
import io.goodput.lab.bench.Benchmark;
import io.goodput.lab.nodes.Installation;
import java.util.List;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Options that all benchmarks share. Runs a benchmark and shows its findings. */
class BenchRun extends FindingsOutput {

  @Option(names = "--quick", description = "Run shorter, within six minutes, and less exactly.")
  boolean quick;

  // Without options, because only BenchNodes starts nodes.
  int port;
  int heap;

  final void run(Benchmark benchmark) {
    show(progress -> new Bench(Installation.locate(), port, heap, quick, progress).run(benchmark));
  }

  final void list(List<?> cases) {
    cases.forEach(spec.commandLine().getOut()::println);
  }

  final ParameterException mistake(String sentence) {
    return new ParameterException(spec.commandLine(), sentence);
  }

  @Override
  String versions() {
    return super.versions() + ", Cassandra " + Installation.locate().cassandraVersion();
  }
}
