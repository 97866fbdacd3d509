package io.goodput.lab.nodes;

import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/** Starts a node, prints the node's process ID, and waits to be killed. */
final class NodeStarter {

  private NodeStarter() {}

  public static void main(String[] args) throws InterruptedException {
    ClusterSpec spec =
        ClusterSpec.of(Installation.locate().cassandraLib(), Path.of(args[0]))
            .withNativePort(Integer.parseInt(args[1]));
    Cluster cluster = Cluster.start(spec);
    System.out.println(cluster.node(1).pid().orElseThrow());
    new CountDownLatch(1).await();
  }
}
