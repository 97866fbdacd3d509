package io.goodput.cli.console;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import io.goodput.cli.watch.NodeSample;
import io.goodput.cli.watch.NodeSample.State;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BinaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Views of several nodes, merged.
 *
 * @param rows by view
 * @param lacking by view, the nodes with the plug-in that do not show it to the user
 */
record MergedViews(
    Map<String, List<Map<String, @Nullable Object>>> rows, Map<String, List<String>> lacking) {

  private static final int MOST_EVENTS = 100;

  /** What several nodes tell within this time is one event. */
  private static final double SAME_MILLIS = 5000;

  /**
   * The views of these nodes.
   *
   * @param complete the nodes of which all views are known, if they have them
   */
  static MergedViews of(List<NodeSample> nodes, List<String> views, Set<String> complete) {
    MergedViews merged = new MergedViews(new TreeMap<>(), new TreeMap<>());
    for (NodeSample node : nodes) {
      if (node.state() == State.PROTECTED) {
        for (String view : views) {
          List<Map<String, @Nullable Object>> shown = node.more().get(view);
          if (shown != null || complete.contains(node.address())) {
            merged.add(view, node.address(), shown);
          }
        }
      }
    }
    merged.rows.computeIfPresent("top_clients", (view, rows) -> clients(rows));
    merged.rows.computeIfPresent("overrides", (view, rows) -> overrides(rows));
    merged.rows.computeIfPresent("service_levels", (view, rows) -> levels(rows));
    merged.rows.computeIfPresent("peak_rates", (view, rows) -> peaks(rows));
    merged.rows.computeIfPresent("proposed_limits", (view, rows) -> proposals(rows));
    merged.rows.computeIfPresent("events", (view, rows) -> events(rows));
    return merged;
  }

  List<Map<String, @Nullable Object>> rows(String view) {
    return rows.getOrDefault(view, List.of());
  }

  private void add(String view, String node, @Nullable List<Map<String, @Nullable Object>> shown) {
    if (shown == null) {
      lacking.computeIfAbsent(view, absent -> new ArrayList<>()).add(node);
      return;
    }
    List<Map<String, @Nullable Object>> all =
        rows.computeIfAbsent(view, absent -> new ArrayList<>());
    for (Map<String, @Nullable Object> row : shown) {
      Map<String, @Nullable Object> copy = new LinkedHashMap<>(row);
      copy.put("node", node);
      all.add(copy);
    }
  }

  /** Each coordinator counts its own clients: the rates of one client add up. */
  private static List<Map<String, @Nullable Object>> clients(
      List<Map<String, @Nullable Object>> rows) {
    List<Map<String, @Nullable Object>> clients =
        new ArrayList<>(
            merge(
                rows,
                (one, other) -> with(one, "per_second", sum(one, other, "per_second")),
                "keyspace_name",
                "table_name",
                "kind",
                "partition_key",
                "token",
                "role",
                "client_address",
                "driver",
                "application",
                "statement"));
    clients.sort(Comparator.comparingDouble(row -> -number(row.get("per_second"))));
    return clients;
  }

  /** All nodes have the same overrides, but may learn of a change one after the other. */
  private static List<Map<String, @Nullable Object>> overrides(
      List<Map<String, @Nullable Object>> rows) {
    return merge(
        rows,
        (one, other) -> number(one.get("set_at")) >= number(other.get("set_at")) ? one : other,
        "keyspace_name",
        "table_name",
        "partition_key");
  }

  /** All nodes know the same levels, and each refuses requests of its own. */
  private static List<Map<String, @Nullable Object>> levels(
      List<Map<String, @Nullable Object>> rows) {
    return merge(
        rows,
        (one, other) -> with(one, "refused_per_second", sum(one, other, "refused_per_second")),
        "service_level");
  }

  /** Replicas count the same requests, so only the proportions between the bands mean something. */
  private static List<Map<String, @Nullable Object>> peaks(
      List<Map<String, @Nullable Object>> rows) {
    return merge(
        rows,
        (one, other) ->
            with(
                with(one, "requests", sum(one, other, "requests")),
                "partition_seconds",
                sum(one, other, "partition_seconds")),
        "keyspace_name",
        "table_name",
        "kind",
        "from_per_second");
  }

  /** The highest of the nodes' proposals. */
  private static List<Map<String, @Nullable Object>> proposals(
      List<Map<String, @Nullable Object>> rows) {
    return merge(rows, most("proposed_per_second"), "keyspace_name", "table_name", "kind");
  }

  /** The latest events, newest first, each with the nodes that tell it. */
  private static List<Map<String, @Nullable Object>> events(
      List<Map<String, @Nullable Object>> rows) {
    List<Map<String, @Nullable Object>> newestFirst = new ArrayList<>(rows);
    newestFirst.sort(Comparator.comparingDouble(row -> -number(row.get("at"))));
    Map<List<@Nullable Object>, Map<String, @Nullable Object>> latest = new HashMap<>();
    List<Map<String, @Nullable Object>> events = new ArrayList<>();
    for (Map<String, @Nullable Object> row : newestFirst) {
      List<@Nullable Object> what = Arrays.asList(row.get("kind"), row.get("message"));
      Map<String, @Nullable Object> same = latest.get(what);
      if (same != null && number(same.get("at")) - number(row.get("at")) < SAME_MILLIS) {
        same.put("nodes", joined(same.get("nodes"), row.get("node")));
      } else if (events.size() < MOST_EVENTS) {
        Map<String, @Nullable Object> event = with(row, "nodes", joined(null, row.get("node")));
        latest.put(what, event);
        events.add(event);
      }
    }
    return events;
  }

  private static List<Object> joined(@Nullable Object nodes, @Nullable Object node) {
    return Stream.concat(
            nodes instanceof List<?> known ? known.stream() : Stream.of(), Stream.ofNullable(node))
        .<Object>map(it -> it)
        .distinct()
        .toList();
  }

  private static BinaryOperator<Map<String, @Nullable Object>> most(String column) {
    return (one, other) -> number(one.get(column)) >= number(other.get(column)) ? one : other;
  }

  private static List<Map<String, @Nullable Object>> merge(
      List<Map<String, @Nullable Object>> rows,
      BinaryOperator<Map<String, @Nullable Object>> both,
      String... key) {
    Map<List<@Nullable Object>, List<Map<String, @Nullable Object>>> same =
        rows.stream()
            .collect(
                groupingBy(
                    row -> List.of(key).stream().<@Nullable Object>map(row::get).collect(toList()),
                    LinkedHashMap::new,
                    toList()));
    return same.values().stream().map(group -> group.stream().reduce(both).orElseThrow()).toList();
  }

  private static Map<String, @Nullable Object> with(
      Map<String, @Nullable Object> row, String column, Object value) {
    Map<String, @Nullable Object> copy = new LinkedHashMap<>(row);
    copy.put(column, value);
    return copy;
  }

  private static double sum(
      Map<String, @Nullable Object> one, Map<String, @Nullable Object> other, String column) {
    return number(one.get(column)) + number(other.get(column));
  }

  private static double number(@Nullable Object value) {
    return value instanceof Number number ? number.doubleValue() : 0;
  }
}
