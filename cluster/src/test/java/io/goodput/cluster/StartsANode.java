package io.goodput.cluster;

import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/** A process that starts a node, prints the node's process id, and waits to be killed. */
final class StartsANode {

  private StartsANode() {}

  public static void main(String[] args) throws InterruptedException {
    ClusterSpec spec =
        ClusterSpec.of(Installation.locate().cassandraLib(), Path.of(args[0]))
            .withNativePort(Integer.parseInt(args[1]));
    Cluster cluster = Cluster.start(spec);
    System.out.println(cluster.node(1).pid().orElseThrow());
    new CountDownLatch(1).await();
  }
}
