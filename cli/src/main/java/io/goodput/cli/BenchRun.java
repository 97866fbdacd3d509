package io.goodput.cli;

import io.goodput.bench.Bench;
import io.goodput.bench.Benchmark;
import io.goodput.cluster.Installation;
import picocli.CommandLine.Option;

/** Options that all benchmarks share. Runs a benchmark and shows its findings. */
final class BenchRun extends FindingsOutput {

  @Option(names = "--quick", description = "Run shorter, within five minutes, and less exactly.")
  private boolean quick;

  boolean quick() {
    return quick;
  }

  /** Runs a benchmark that starts no Cassandra nodes. */
  void run(Benchmark benchmark) {
    run(benchmark, new BenchNodes());
  }

  /** Runs a benchmark that may start Cassandra nodes. */
  void run(Benchmark benchmark, BenchNodes nodes) {
    show(
        progress ->
            new Bench(Installation.locate(), nodes.port(), nodes.heap(), quick, progress)
                .run(benchmark));
  }

  @Override
  String versions() {
    return super.versions() + ", Cassandra " + Installation.locate().cassandraVersion();
  }
}
