package io.goodput.lab.bench.arms;

import io.goodput.lab.bench.Bench;
import io.goodput.lab.bench.Pinning;
import io.goodput.lab.bench.load.WarmUp;
import java.util.ArrayList;
import java.util.List;

/** A cluster of each arm, all at once, so that other work on this machine slows all of them. */
public final class ArmClusters implements AutoCloseable {

  public static final int NODES = 3;

  private final Bench bench;
  private final List<ArmCluster> clusters = new ArrayList<>();

  private ArmClusters(Bench bench) {
    this.bench = bench;
  }

  /** Starts the clusters one after the other, and waits until they answer. */
  public static ArmClusters start(Bench bench, Setup setup) {
    ArmClusters started = new ArmClusters(bench);
    try {
      for (Arm arm : Arm.values()) {
        started.clusters.add(ArmCluster.start(bench, started.clusters.size(), arm, setup));
      }
      return started;
    } catch (RuntimeException e) {
      started.close();
      throw e;
    }
  }

  /**
   * Warms up all clusters, then keeps nodes and client to a core each. Returns whether it could.
   */
  public boolean warmUp(int clients, int maxSeconds) throws InterruptedException {
    // Compilers finish sooner with all cores.
    for (ArmCluster cluster : clusters) {
      bench.say("Warming up the %s nodes ...", cluster.arm());
      WarmUp.untilStable(cluster.requests(), clients, maxSeconds, bench.progress());
    }
    boolean pinned = pin();
    bench.say(
        pinned
            ? "The nodes share one core, the client has another"
            : "Nodes and client share all cores: two cores and taskset would separate them");
    return pinned;
  }

  private boolean pin() throws InterruptedException {
    boolean possible = Runtime.getRuntime().availableProcessors() > 1;
    for (ArmCluster cluster : clusters) {
      possible = possible && Pinning.pin(cluster.nodes().cluster(), 1);
    }
    return possible && Pinning.pinThisProcess(0);
  }

  /** The clusters in the order of a round, counted from 1. */
  public List<ArmCluster> inOrder(int round) {
    return Turns.of(clusters, round);
  }

  @Override
  public void close() {
    clusters.forEach(ArmCluster::close);
  }
}
