package io.goodput.lab.nodetests;

import io.goodput.lab.nodes.Node;

/** What a node with fair shares has seen of an overload. */
record Stress(Node node, Cql cql) {

  /**
   * Totals since the node started.
   *
   * @param refused requests
   * @param overloadedSeconds time in which the node took itself for overloaded
   */
  record Seen(long refused, long overloadedSeconds) {}

  Seen seen() throws Exception {
    return new Seen(
        cql.run("SELECT refused FROM goodput.fair_shares").one().getLong(0),
        (long) Jmx.metric(node, "name=OverloadedSeconds", "Count"));
  }
}
