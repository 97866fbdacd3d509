package io.goodput.lab.nodetests;

import io.goodput.lab.nodes.Cluster;
import io.goodput.lab.nodes.ClusterSpec;
import io.goodput.lab.nodes.Node;
import io.goodput.lab.nodes.NodeOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.stream.Stream;

/** A node for one test class, and a client of that node. */
record DedicatedNode(Cluster cluster, Cql cql) implements AutoCloseable {

  static DedicatedNode start(NodeOptions options) {
    return start(Nodes.dedicated().withOptions(options));
  }

  static DedicatedNode start(ClusterSpec spec) {
    Cluster cluster = Cluster.start(spec);
    try {
      return new DedicatedNode(cluster, Cql.connect(cluster.node(1), "ks"));
    } catch (RuntimeException e) {
      cluster.close();
      throw e;
    }
  }

  Node node() {
    return cluster.node(1);
  }

  /** The lines of the node's log that contain this text. */
  List<String> logged(String text) throws IOException {
    try (Stream<String> lines = Files.lines(node().log())) {
      return lines.filter(line -> line.contains(text)).toList();
    }
  }

  @Override
  public void close() {
    cql.close();
    cluster.kill();
  }
}
