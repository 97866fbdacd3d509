package io.goodput.cli.top;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.goodput.cli.top.Snapshot.HeatLine;
import io.goodput.cli.top.Snapshot.HotLine;
import io.goodput.cli.top.Snapshot.LimitLine;
import io.goodput.cli.top.Snapshot.NodeLine;
import io.goodput.cli.top.Snapshot.Operations;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Snapshots as text, and as JSON on one line. */
final class Screen {

  private static final ObjectMapper JSON =
      JsonMapper.builder().propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE).build();

  private static final String NODE_HEADER =
      "%-21s %-15s %9s %8s %8s %9s %8s %8s %7s\n"
          .formatted(
              "node", "state", "reads", "p50 ms", "p99 ms", "writes", "p50 ms", "p99 ms", "warmed");
  private static final String LIMIT_HEADER =
      "\n%-30s %-6s %10s %-8s %9s %9s %9s %9s %9s\n"
          .formatted(
              "limit on",
              "kind",
              "limit",
              "mode",
              "accepted",
              "rejected",
              "by coord.",
              "by repl.",
              "unstamped");
  private static final String HOT_HEADER =
      "\n%-30s %-6s %-24s %10s %10s\n"
          .formatted("hot partition of", "kind", "key", "asked", "rejected");

  private static final String HEAT_HEADER =
      "\n%-30s %8s %9s %7s %7s %9s %9s %9s\n"
          .formatted(
              "heat of", "hit rate", "age s", "wanted", "given", "local", "remote", "replica");

  private Screen() {}

  static String json(Snapshot snapshot) {
    try {
      return JSON.writeValueAsString(snapshot);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a snapshot has only figures and strings", e);
    }
  }

  static String text(Snapshot snapshot) {
    StringBuilder text = new StringBuilder();
    text.append("Goodput, ").append(snapshot.time()).append(", rates per second\n\n");
    text.append(NODE_HEADER);
    snapshot.nodes().forEach(node -> text.append(line(node)));
    text.append(LIMIT_HEADER);
    snapshot.limits().forEach(limit -> text.append(line(limit)));
    if (snapshot.limits().isEmpty()) {
      text.append("none\n");
    }
    text.append(HOT_HEADER);
    snapshot.hotPartitions().forEach(hot -> text.append(line(hot)));
    if (!snapshot.heat().isEmpty()) {
      text.append(HEAT_HEADER);
      snapshot.heat().forEach(heat -> text.append(line(heat)));
    }
    return text.toString();
  }

  private static String line(NodeLine node) {
    return "%-21s %-15s %s %s %7s\n"
        .formatted(
            node.address(),
            node.state(),
            figures(node.reads()),
            figures(node.writes()),
            part(node.warmed()));
  }

  private static String figures(@Nullable Operations operations) {
    return operations == null
        ? "%9s %8s %8s".formatted("-", "-", "-")
        : String.format(
            Locale.ROOT,
            "%9.1f %8.2f %8.2f",
            operations.perSecond(),
            operations.p50Ms(),
            operations.p99Ms());
  }

  private static String line(LimitLine limit) {
    return String.format(
        Locale.ROOT,
        "%-30s %-6s %10d %-8s %9.1f %9.1f %9.1f %9.1f %9d\n",
        limit.keyspace() + "." + limit.table(),
        limit.kind(),
        limit.limit(),
        limit.mode(),
        limit.acceptedPerSecond(),
        limit.rejectedPerSecond(),
        limit.rejectedByCoordinatorPerSecond(),
        limit.rejectedByReplicasPerSecond(),
        limit.unstamped());
  }

  private static String line(HotLine hot) {
    String key = hot.partitionKey();
    return String.format(
        Locale.ROOT,
        "%-30s %-6s %-24s %10.1f %10.1f\n",
        hot.keyspace() + "." + hot.table(),
        hot.kind(),
        key == null ? "token " + hot.token() : key,
        hot.perSecond(),
        hot.rejectedPerSecond());
  }

  private static String line(HeatLine heat) {
    return String.format(
        Locale.ROOT,
        "%-30s %8.3f %9d %7s %7s %9.1f %9.1f %9.1f\n",
        heat.node(),
        heat.hitRate(),
        heat.ageSeconds(),
        part(heat.shareWanted()),
        part(heat.shareGiven()),
        heat.localPerSecond(),
        heat.remotePerSecond(),
        heat.replicaPerSecond());
  }

  private static String part(@Nullable Double part) {
    return part == null ? "-" : String.format(Locale.ROOT, "%.3f", part);
  }
}
