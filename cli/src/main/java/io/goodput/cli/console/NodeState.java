package io.goodput.cli.console;

import static java.util.Objects.requireNonNullElse;

import io.goodput.cli.watch.BusyPartition;
import io.goodput.cli.watch.LimitCounts;
import io.goodput.cli.watch.NodeSample;
import io.goodput.cli.watch.Series;
import io.goodput.cli.watch.Snapshot.NodeLine;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A node, with what the plug-in reports of its queue and of itself.
 *
 * @param goodput version of the plug-in; null if the node does not tell
 * @param cassandra version of the node; null if it does not tell
 * @param faults since it started
 * @param isStanding whether requests wait in a standing queue
 * @param rejectedPerSecond requests over limits and overrides
 * @param rejectedByReplicasPerSecond requests among them that the node has executed
 * @param latePerSecond requests that were dropped because they had waited too long
 * @param failedPerSecond reads and writes that have timed out, found too few replicas, or failed on
 *     replicas
 * @param droppedPerSecond requests that were dropped because the queue stood
 * @param pacing how it paces writes; null if it does not
 */
record NodeState(
    NodeLine line,
    @Nullable String goodput,
    @Nullable String cassandra,
    long faults,
    boolean isStanding,
    double rejectedPerSecond,
    double rejectedByReplicasPerSecond,
    double latePerSecond,
    double failedPerSecond,
    double droppedPerSecond,
    @Nullable Pacing pacing) {

  /**
   * How a node paces writes.
   *
   * @param memtablesUsed part of the memtables' memory that is in use
   * @param isBounding whether writes are bounded now
   * @param refusedPerSecond writes
   */
  record Pacing(double memtablesUsed, boolean isBounding, double refusedPerSecond) {}

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
    Map<String, @Nullable Object> own = rows(now, "node").stream().findFirst().orElse(Map.of());
    double rejectedByReplicas = rejectedByReplicas(before, now) / seconds;
    return new NodeState(
        line,
        (String) own.get("goodput"),
        (String) own.get("cassandra"),
        number(own.get("faults")),
        rows(now, "queue").stream().anyMatch(row -> Boolean.TRUE.equals(row.get("standing"))),
        rejectedPerSecond,
        rejectedByReplicas,
        rate("queue", "dropped_too_late", seconds, before, now),
        rate("node", "timed_out", seconds, before, now)
            + rate("node", "unavailable", seconds, before, now)
            // Cassandra takes rejections by replicas for failures.
            + Math.max(0, rate("node", "failed", seconds, before, now) - rejectedByReplicas),
        rate("queue", "dropped_for_overload", seconds, before, now),
        pacing(seconds, before, now));
  }

  /** Requests that a node rejects per second, between two samples, over limits and overrides. */
  static double rejectedPerSecond(
      double seconds, @Nullable NodeSample before, @Nullable NodeSample now) {
    if (before == null || now == null) {
      return 0;
    }
    long overLimits = sum(before, now, LimitCounts::rejected);
    // Overrides of tables without a limit have no other count.
    double overOverrides =
        now.partitions().stream()
            .filter(partition -> !now.limits().containsKey(partition.series()))
            .mapToDouble(BusyPartition::rejectedPerSecond)
            .sum();
    return overLimits / seconds + overOverrides;
  }

  private static long rejectedByReplicas(@Nullable NodeSample before, @Nullable NodeSample now) {
    return before == null || now == null ? 0 : sum(before, now, LimitCounts::rejectedByReplicas);
  }

  /** A count of all limits, between two samples. */
  private static long sum(NodeSample before, NodeSample now, ToLongFunction<LimitCounts> count) {
    long sum = 0;
    for (Map.Entry<Series, LimitCounts> entry : now.limits().entrySet()) {
      LimitCounts past = before.limits().get(entry.getKey());
      sum += past == null ? 0 : count.applyAsLong(entry.getValue().since(past));
    }
    return sum;
  }

  /** Operations that the node executes as a coordinator; null if it does not tell. */
  @Nullable Double executedPerSecond() {
    return line.reads() == null || line.writes() == null
        ? null
        : line.reads().perSecond() + line.writes().perSecond();
  }

  /** Operations that clients have got the result of. */
  double servedPerSecond() {
    Double executed = executedPerSecond();
    return executed == null
        ? 0
        : Math.max(0, executed - failedPerSecond - rejectedByReplicasPerSecond);
  }

  private static @Nullable Pacing pacing(
      double seconds, @Nullable NodeSample before, @Nullable NodeSample now) {
    return rows(now, "memtables").stream()
        .filter(row -> "true".equals(row.get("pace_writes")))
        .map(
            row ->
                new Pacing(
                    row.get("used_ratio") instanceof Double used ? used : 0,
                    Boolean.TRUE.equals(row.get("pacing")),
                    rate("memtables", "refused", seconds, before, now)))
        .findFirst()
        .orElse(null);
  }

  private static double rate(
      String view,
      String count,
      double seconds,
      @Nullable NodeSample before,
      @Nullable NodeSample now) {
    if (rows(before, view).isEmpty()) {
      return 0;
    }
    // Counts start anew with the node.
    return Math.max(0, sum(now, view, count) - sum(before, view, count)) / seconds;
  }

  private static long sum(@Nullable NodeSample sample, String view, String count) {
    return rows(sample, view).stream().mapToLong(row -> number(row.get(count))).sum();
  }

  private static long number(@Nullable Object value) {
    return value instanceof Number number ? number.longValue() : 0;
  }

  private static List<Map<String, @Nullable Object>> rows(
      @Nullable NodeSample sample, String view) {
    return sample == null ? List.of() : requireNonNullElse(sample.more().get(view), List.of());
  }
}
