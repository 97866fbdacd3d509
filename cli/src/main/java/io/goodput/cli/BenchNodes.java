package io.goodput.cli;

import picocli.CommandLine.Option;

/** Options of benchmarks that start Cassandra nodes. */
final class BenchNodes {

  @Option(
      names = "--port",
      paramLabel = "P",
      defaultValue = "9342",
      description =
          "Port of the benchmark's own nodes; a second cluster takes P + 10, a third P + 20"
              + " (default: ${DEFAULT-VALUE}).")
  private int port;

  @Option(
      names = "--heap",
      paramLabel = "MB",
      defaultValue = "640",
      description = "Heap of each node in MB (default: ${DEFAULT-VALUE}).")
  private int heap;

  int port() {
    return port;
  }

  int heap() {
    return heap;
  }
}
