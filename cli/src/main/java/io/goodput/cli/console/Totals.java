package io.goodput.cli.console;

import io.goodput.cli.watch.Snapshot.NodeLine;
import io.goodput.cli.watch.Snapshot.Operations;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The cluster in a few figures.
 *
 * @param served operations on users' tables that clients have got the result of, per second
 * @param late requests that were dropped because they had waited too long, that have timed out,
 *     found too few replicas, or failed on replicas, per second
 * @param refused requests that Goodput refused, for whatever reason, per second
 * @param p50Ms the highest of the nodes' medians
 * @param p99Ms the highest of the nodes' 99th percentiles
 */
record Totals(double served, double late, double refused, double p50Ms, double p99Ms) {

  /** The figures of nodes; null if none tells its own. */
  static @Nullable Totals of(List<NodeState> nodes) {
    if (nodes.stream().allMatch(node -> node.line().reads() == null)) {
      return null;
    }
    List<Operations> operations =
        nodes.stream().map(NodeState::line).flatMap(Totals::operations).toList();
    return new Totals(
        nodes.stream().mapToDouble(NodeState::servedPerSecond).sum(),
        nodes.stream().mapToDouble(node -> node.latePerSecond() + node.failedPerSecond()).sum(),
        nodes.stream().mapToDouble(Totals::refused).sum(),
        operations.stream().mapToDouble(Operations::p50Ms).max().orElse(0),
        operations.stream().mapToDouble(Operations::p99Ms).max().orElse(0));
  }

  private static Stream<Operations> operations(NodeLine line) {
    return Stream.concat(Stream.ofNullable(line.reads()), Stream.ofNullable(line.writes()))
        .filter(operations -> operations.perSecond() > 0);
  }

  private static double refused(NodeState node) {
    return node.rejectedPerSecond()
        + node.droppedPerSecond()
        + (node.line().fairShares() == null ? 0 : node.line().fairShares().refusedPerSecond());
  }

  /** A point of the charts, as a JSON array that begins with its time in seconds. */
  String point(long timeMillis) {
    return String.format(
        Locale.ROOT,
        "[%.3f,%.1f,%.1f,%.1f,%.2f,%.2f]",
        timeMillis / 1e3,
        served,
        late,
        refused,
        p50Ms,
        p99Ms);
  }
}
