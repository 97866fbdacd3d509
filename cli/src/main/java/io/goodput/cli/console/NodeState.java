package io.goodput.cli.console;

import static java.util.Objects.requireNonNullElse;

import io.goodput.cli.watch.NodeSample;
import io.goodput.cli.watch.Snapshot.NodeLine;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A node, with what the plug-in reports of its queue and of itself.
 *
 * @param goodput version of the plug-in; null if the node does not tell
 * @param cassandra version of the node; null if it does not tell
 * @param faults since it started
 * @param isStanding whether requests wait in a standing queue
 * @param latePerSecond requests that were dropped because they had waited too long
 * @param droppedPerSecond requests that were dropped because the queue stood
 */
record NodeState(
    NodeLine line,
    @Nullable String goodput,
    @Nullable String cassandra,
    long faults,
    boolean isStanding,
    double latePerSecond,
    double droppedPerSecond) {

  static NodeState of(
      NodeLine line, double seconds, @Nullable NodeSample before, @Nullable NodeSample now) {
    Map<String, @Nullable Object> own = rows(now, "node").stream().findFirst().orElse(Map.of());
    return new NodeState(
        line,
        (String) own.get("goodput"),
        (String) own.get("cassandra"),
        number(own.get("faults")),
        rows(now, "queue").stream().anyMatch(row -> Boolean.TRUE.equals(row.get("standing"))),
        rate("dropped_too_late", seconds, before, now),
        rate("dropped_for_overload", seconds, before, now));
  }

  private static double rate(
      String count, double seconds, @Nullable NodeSample before, @Nullable NodeSample now) {
    if (rows(before, "queue").isEmpty()) {
      return 0;
    }
    // Counts start anew with the node.
    return Math.max(0, sum(now, count) - sum(before, count)) / seconds;
  }

  private static long sum(@Nullable NodeSample sample, String count) {
    return rows(sample, "queue").stream().mapToLong(row -> number(row.get(count))).sum();
  }

  private static long number(@Nullable Object value) {
    return value instanceof Number number ? number.longValue() : 0;
  }

  private static List<Map<String, @Nullable Object>> rows(
      @Nullable NodeSample sample, String view) {
    return sample == null ? List.of() : requireNonNullElse(sample.more().get(view), List.of());
  }
}
