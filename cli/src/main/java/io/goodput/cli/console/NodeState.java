package io.goodput.cli.console;

import static java.util.Objects.requireNonNullElse;

import io.goodput.cli.watch.NodeSample;
import io.goodput.cli.watch.NodeSample.LimitCounts;
import io.goodput.cli.watch.NodeSample.State;
import io.goodput.cli.watch.Snapshot.BusyPartition;
import io.goodput.cli.watch.Snapshot.NodeLine;
import io.goodput.cli.watch.Snapshot.Operations;
import io.goodput.cli.watch.Snapshot.Series;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A node, with what the plug-in reports of its queue and of itself.
 *
 * @param goodput version of the plug-in; null if the node does not tell
 * @param cassandra version of the node; null if it does not tell
 * @param faults since it started
 * @param isStanding whether requests wait in a standing queue
 * @param sharedPerSecond reads that got the answer of another read, or a stale one
 * @param rejectedPerSecond requests over limits and overrides
 * @param rejectedByReplicasPerSecond requests among them that the node has executed
 * @param latePerSecond requests that were dropped because they had waited too long
 * @param failedPerSecond reads and writes that have timed out, found too few replicas, or failed on
 *     replicas
 * @param droppedPerSecond requests that were dropped because the queue stood
 */
record NodeState(
    NodeLine line,
    @Nullable String goodput,
    @Nullable String cassandra,
    long faults,
    boolean isStanding,
    double sharedPerSecond,
    double rejectedPerSecond,
    double rejectedByReplicasPerSecond,
    double latePerSecond,
    double failedPerSecond,
    double droppedPerSecond) {

  /**
   * A node.
   *
   * @param rejectedPerSecond requests over limits and overrides
   * @param seconds between two complete samples of it, {@code before} and {@code now}
   */
  static NodeState of(
      NodeLine line,
      double rejectedPerSecond,
      double seconds,
      @Nullable NodeSample before,
      @Nullable NodeSample now) {
    Between samples = new Between(seconds, before, now);
    Map<String, @Nullable Object> own = rows(now, "node").stream().findFirst().orElse(Map.of());
    double rejectedByReplicas = samples.rate(LimitCounts::rejectedByReplicas);
    return new NodeState(
        line,
        (String) own.get("goodput"),
        (String) own.get("cassandra"),
        number(own.get("faults")),
        rows(now, "queue").stream().anyMatch(row -> Boolean.TRUE.equals(row.get("standing"))),
        samples.rate("node", "shared_reads"),
        rejectedPerSecond,
        rejectedByReplicas,
        samples.rate("queue", "dropped_too_late"),
        samples.rate("node", "timed_out")
            + samples.rate("node", "unavailable")
            // Cassandra takes rejections by replicas for failures.
            + Math.max(0, samples.rate("node", "failed") - rejectedByReplicas),
        samples.rate("queue", "dropped_for_overload"));
  }

  /** Requests that a node rejects per second, between two samples, over limits and overrides. */
  static double rejectedPerSecond(
      double seconds, @Nullable NodeSample before, @Nullable NodeSample now) {
    if (before == null || now == null) {
      return 0;
    }
    // Overrides of tables without a limit have no other count.
    double overOverrides =
        now.partitions().stream()
            .filter(partition -> !now.limits().containsKey(partition.series()))
            .mapToDouble(BusyPartition::rejectedPerSecond)
            .sum();
    return new Between(seconds, before, now).rate(LimitCounts::rejected) + overOverrides;
  }

  /** Two samples, and the rates of counts between them. Counts start anew with the node. */
  private record Between(double seconds, @Nullable NodeSample before, @Nullable NodeSample now) {

    /** The rate of a count of all limits. */
    double rate(ToLongFunction<LimitCounts> count) {
      long sum = 0;
      if (before != null && now != null) {
        for (Map.Entry<Series, LimitCounts> entry : now.limits().entrySet()) {
          LimitCounts past = before.limits().get(entry.getKey());
          sum += past == null ? 0 : count.applyAsLong(entry.getValue().since(past));
        }
      }
      return sum / seconds;
    }

    /** The rate of a count in all rows of a view. */
    double rate(String view, String count) {
      long counted = sum(now, view, count) - sum(before, view, count);
      return rows(before, view).isEmpty() ? 0 : Math.max(0, counted) / seconds;
    }

    private static long sum(@Nullable NodeSample sample, String view, String count) {
      return rows(sample, view).stream().mapToLong(row -> number(row.get(count))).sum();
    }
  }

  /** Operations that the node executes as a coordinator; 0 if it does not tell. */
  double executedPerSecond() {
    return line.reads() == null || line.writes() == null
        ? 0
        : line.reads().perSecond() + line.writes().perSecond();
  }

  /** Operations that clients have got the result of. */
  double servedPerSecond() {
    return sharedPerSecond
        + Math.max(0, executedPerSecond() - failedPerSecond - rejectedByReplicasPerSecond);
  }

  private static long number(@Nullable Object value) {
    return value instanceof Number number ? number.longValue() : 0;
  }

  private static List<Map<String, @Nullable Object>> rows(
      @Nullable NodeSample sample, String view) {
    return sample == null ? List.of() : requireNonNullElse(sample.more().get(view), List.of());
  }

  /**
   * The cluster in a few figures.
   *
   * @param served operations on users' tables that clients have got the result of, per second; null
   *     if no node with the plug-in tells
   * @param late requests that were dropped because they had waited too long, that have timed out,
   *     found too few replicas, or failed on replicas, per second; null likewise
   * @param refused requests that Goodput refused, for whatever reason, per second; null likewise
   * @param p50Ms the highest of the nodes' medians
   * @param p99Ms the highest of the nodes' 99th percentiles
   */
  record Totals(
      @Nullable Double served,
      @Nullable Double late,
      @Nullable Double refused,
      double p50Ms,
      double p99Ms) {

    /** The figures of nodes; null if none tells its own. */
    static @Nullable Totals of(List<NodeState> nodes) {
      if (nodes.stream().allMatch(node -> node.line().reads() == null)) {
        return null;
      }
      List<Operations> operations =
          nodes.stream().map(NodeState::line).flatMap(Totals::operations).toList();
      return new Totals(
          sum(nodes, NodeState::servedPerSecond),
          sum(nodes, node -> node.latePerSecond() + node.failedPerSecond()),
          sum(nodes, Totals::refused),
          operations.stream().mapToDouble(Operations::p50Ms).max().orElse(0),
          operations.stream().mapToDouble(Operations::p99Ms).max().orElse(0));
    }

    /** The sum over the nodes with the plug-in; null if there are none. */
    private static @Nullable Double sum(
        List<NodeState> nodes, Function<NodeState, Double> perSecond) {
      return nodes.stream()
          .filter(node -> node.line().state().equals(State.PROTECTED.toString()))
          .map(perSecond)
          .reduce(Double::sum)
          .orElse(null);
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
}
