package io.goodput.lab.bench;

import io.goodput.lab.nodes.Cluster;
import io.goodput.lab.nodes.Node;
import java.time.Duration;
import java.util.Optional;

/** CPU time of processes since they started, as counted by the operating system. */
public final class CpuTime {

  private CpuTime() {}

  /** CPU time of all running nodes together. */
  public static Duration of(Cluster cluster) {
    return cluster.nodes().stream()
        .map(Node::pid)
        .flatMap(Optional::stream)
        .map(ProcessHandle::of)
        .flatMap(Optional::stream)
        .flatMap(process -> process.info().totalCpuDuration().stream())
        .reduce(Duration.ZERO, Duration::plus);
  }
}
