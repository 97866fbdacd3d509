package io.goodput.bench;

import io.goodput.cluster.Cluster;
import io.goodput.cluster.Node;
import java.time.Duration;

/** CPU time of processes since they started, as counted by the operating system. */
public final class CpuTime {

  private CpuTime() {}

  /** CPU time of all running nodes together. */
  public static Duration of(Cluster cluster) {
    return cluster.nodes().stream()
        .map(Node::pid)
        .flatMap(pid -> pid.flatMap(ProcessHandle::of).stream())
        .map(CpuTime::of)
        .reduce(Duration.ZERO, Duration::plus);
  }

  /** CPU time of this process. */
  public static Duration own() {
    return of(ProcessHandle.current());
  }

  private static Duration of(ProcessHandle process) {
    return process.info().totalCpuDuration().orElse(Duration.ZERO);
  }
}
