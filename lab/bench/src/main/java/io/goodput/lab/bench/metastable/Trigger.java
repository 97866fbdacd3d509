package io.goodput.lab.bench.metastable;

import io.goodput.lab.bench.arms.ArmClusters;
import io.goodput.lab.bench.arms.ArmClusters.ArmCluster;
import io.goodput.lab.bench.arms.Cores;
import io.goodput.lab.bench.load.LoginStorm;
import io.goodput.lab.bench.load.RequestSource;
import io.goodput.lab.bench.load.SmallPartitions;
import io.goodput.lab.nodes.Cluster;
import io.goodput.lab.nodes.ClusterException;
import io.goodput.lab.nodes.Node;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** What disturbs a cluster for a while. */
enum Trigger {
  /** A node stands still. */
  PAUSE {
    @Override
    void strike(ArmCluster cluster, int seconds) throws InterruptedException {
      suspend(cluster, seconds);
    }
  },

  /**
   * A node is killed and restarts, with empty caches and cold code. It is over once the node is up,
   * or after a minute: an overloaded cluster keeps a node from joining.
   */
  COLD_CACHE {
    @Override
    void strike(ArmCluster cluster, int seconds) throws InterruptedException {
      Cluster nodes = cluster.nodes().cluster();
      Node last = nodes.node(ArmClusters.NODES);
      last.kill();
      CompletableFuture<Void> start =
          CompletableFuture.runAsync(
              () -> nodes.start(last), task -> new Thread(task, "restart").start());
      while (!last.isRunning() && !start.isDone()) {
        TimeUnit.MILLISECONDS.sleep(10);
      }
      Cores.separate(last);
      try {
        start.get(MOST_RESTART_SECONDS, TimeUnit.SECONDS);
      } catch (TimeoutException e) {
        // It continues to start.
      } catch (ExecutionException e) {
        throw e.getCause() instanceof ClusterException failure
            ? failure
            : new IllegalStateException(e);
      }
    }

    @Override
    int mostSeconds(int pause) {
      return MOST_RESTART_SECONDS;
    }
  },

  /** A node stands still for so long that the others keep hints, and send them all at once. */
  HINTS {
    @Override
    RequestSource requests(ArmCluster cluster) {
      RequestSource reads = cluster.requests();
      RequestSource writes = SmallPartitions.writes(cluster.client());
      return (number, places, callback) ->
          (number % 2 == 0 ? reads : writes).send(number / 2, places, callback);
    }

    @Override
    void strike(ArmCluster cluster, int seconds) throws InterruptedException {
      suspend(cluster, mostSeconds(seconds));
    }

    @Override
    int mostSeconds(int pause) {
      return DOWN_FACTOR * pause;
    }
  },

  /** Many clients log in again and again. */
  LOGINS {
    @Override
    void strike(ArmCluster cluster, int seconds) {
      LoginStorm.run(
          cluster.nodes().cluster().contactPoints(),
          ArmClusters.ROLE,
          LOGIN_CLIENTS,
          Metastable.TIMEOUT,
          Duration.ofSeconds(seconds));
    }
  };

  static final int LOGIN_CLIENTS = 32;

  /** The other nodes notice after about ten seconds that a node is down. */
  static final int DOWN_FACTOR = 4;

  private static final int MOST_RESTART_SECONDS = 60;

  /** What clients ask for, without retries. */
  RequestSource requests(ArmCluster cluster) {
    return cluster.requests();
  }

  /**
   * Disturbs a cluster, and returns when that is over.
   *
   * @param seconds for how long, if that can be chosen
   */
  abstract void strike(ArmCluster cluster, int seconds) throws InterruptedException;

  /** For how long it disturbs the cluster at most. */
  int mostSeconds(int pause) {
    return pause;
  }

  private static void suspend(ArmCluster cluster, int seconds) throws InterruptedException {
    Node last = cluster.nodes().cluster().node(ArmClusters.NODES);
    last.suspend();
    try {
      TimeUnit.SECONDS.sleep(seconds);
    } finally {
      last.resume();
    }
  }
}
