package io.goodput.cli;

import picocli.CommandLine.Option;

/** Options of benchmarks that start Cassandra nodes. */
final class BenchNodes extends BenchRun {

  @Option(
      names = "--port",
      paramLabel = "P",
      defaultValue = "9342",
      description =
          "Port of the benchmark's own nodes; a second cluster takes P + 10, a third P + 20"
              + " (default: ${DEFAULT-VALUE}).")
  void setPort(int port) {
    this.port = port;
  }

  @Option(
      names = "--heap",
      paramLabel = "MB",
      defaultValue = "640",
      description = "Heap of each node in MB (default: ${DEFAULT-VALUE}).")
  void setHeap(int heap) {
    this.heap = heap;
  }
}
