package io.goodput.cli.doctor;

import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Whether the next node of a cluster may be restarted. */
final class Readiness {

  /** A cache counts as warm if this part of it has been filled. */
  private static final double WARM = 0.999;

  private Readiness() {}

  /**
   * What is still to be waited for, in words.
   *
   * @param host the address of the node that was restarted last
   */
  static List<String> missing(List<NodeReport> nodes, String host) {
    List<String> missing = new ArrayList<>();
    NodeReport own =
        nodes.stream().filter(node -> node.node().equals(host)).findFirst().orElse(null);
    String broadcast = own == null ? host : own.broadcast();
    for (NodeReport node : nodes) {
      switch (node.state()) {
        case UP -> {}
        case SLOW -> missing.add(node.node() + " does not answer in time");
        case DOWN -> missing.add(node.node() + " is down");
      }
      int hints = node.hintsFor().getOrDefault(broadcast, 0);
      if (hints > 0) {
        missing.add("%s has %d files of hints for %s".formatted(node.node(), hints, host));
      }
    }
    if (own == null) {
      missing.add(
          "%s is not among the nodes: %s"
              .formatted(host, nodes.stream().map(NodeReport::node).collect(joining(", "))));
    } else if (own.goodput() != null) {
      double warmed = Objects.requireNonNullElse(own.goodput().warmed(), 1.0);
      if (warmed < WARM) {
        missing.add("the cache of %s is %.0f%% warm".formatted(host, 100 * warmed));
      }
    }
    return missing;
  }
}
