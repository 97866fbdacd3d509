package io.goodput.cli.console;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import io.goodput.cli.watch.NodeSample;
import io.goodput.cli.watch.NodeSample.State;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
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

  /** How rows of several nodes become one. Views that are missing here keep all rows. */
  private static final Map<String, Merge> MERGES =
      Map.of(
          // Each coordinator counts its own clients: the rates of one client add up.
          "top_clients",
          new Merge(
              "keyspace_name table_name kind partition_key token role client_address driver"
                  + " application statement",
              "",
              "per_second"),
          // All nodes have the same overrides, but may learn of a change one after the other.
          "overrides",
          new Merge("keyspace_name table_name partition_key", "set_at"),
          // All nodes know the same levels, and each refuses requests of its own.
          "service_levels",
          new Merge("service_level", "", "refused_per_second"),
          // Replicas count the same requests, so only proportions between bands mean something.
          "peak_rates",
          new Merge(
              "keyspace_name table_name kind from_per_second", "", "requests", "partition_seconds"),
          "proposed_limits",
          new Merge("keyspace_name table_name kind", "proposed_per_second partitions"));

  /**
   * How to merge rows.
   *
   * @param key the columns in which rows that become one are equal
   * @param most the row with the most in the first of these columns counts, or in the next one if
   *     they have the same there; the first row if they have the same in all
   * @param sums columns that add up
   */
  private record Merge(List<String> key, List<String> most, List<String> sums) {

    Merge(String key, String most, String... sums) {
      this(List.of(key.split(" ", -1)), List.of(most.split(" ", -1)), List.of(sums));
    }

    List<Map<String, @Nullable Object>> of(List<Map<String, @Nullable Object>> rows) {
      return rows.stream()
          .collect(
              groupingBy(
                  row -> key.stream().<@Nullable Object>map(row::get).collect(toList()),
                  LinkedHashMap::new,
                  toList()))
          .values()
          .stream()
          .map(same -> same.stream().reduce(this::both).orElseThrow())
          .toList();
    }

    private Map<String, @Nullable Object> both(
        Map<String, @Nullable Object> one, Map<String, @Nullable Object> other) {
      Map<String, @Nullable Object> merged = new LinkedHashMap<>(isLess(one, other) ? other : one);
      sums.forEach(it -> merged.put(it, number(one.get(it)) + number(other.get(it))));
      return merged;
    }

    private boolean isLess(Map<String, @Nullable Object> one, Map<String, @Nullable Object> other) {
      for (String column : most) {
        int compared = Double.compare(number(one.get(column)), number(other.get(column)));
        if (compared != 0) {
          return compared < 0;
        }
      }
      return false;
    }
  }

  /**
   * The views of these nodes.
   *
   * @param complete the nodes of which all views are known, if they have them
   */
  static MergedViews of(Collection<NodeSample> nodes, List<String> views, Set<String> complete) {
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
    MERGES.forEach(
        (view, merge) -> merged.rows.computeIfPresent(view, (same, rows) -> merge.of(rows)));
    merged.rows.computeIfPresent("top_clients", (view, rows) -> descending(rows, "per_second"));
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
    shown.forEach(row -> all.add(with(row, "node", node)));
  }

  /** The latest events, newest first, each with the nodes that tell it. */
  private static List<Map<String, @Nullable Object>> events(
      List<Map<String, @Nullable Object>> rows) {
    record Event(double at, Set<@Nullable Object> nodes) {}
    Map<List<@Nullable Object>, Event> latest = new HashMap<>();
    List<Map<String, @Nullable Object>> events = new ArrayList<>();
    for (Map<String, @Nullable Object> row : descending(rows, "at")) {
      double at = number(row.get("at"));
      List<@Nullable Object> what = Arrays.asList(row.get("kind"), row.get("message"));
      Event same = latest.get(what);
      if (same == null || same.at - at >= SAME_MILLIS) {
        same = new Event(at, new LinkedHashSet<>());
        latest.put(what, same);
        events.add(with(row, "nodes", same.nodes));
      }
      same.nodes.add(row.get("node"));
    }
    return events.stream().limit(MOST_EVENTS).toList();
  }

  private static List<Map<String, @Nullable Object>> descending(
      List<Map<String, @Nullable Object>> rows, String column) {
    return rows.stream()
        .sorted(Comparator.comparingDouble(row -> -number(row.get(column))))
        .toList();
  }

  private static Map<String, @Nullable Object> with(
      Map<String, @Nullable Object> row, String column, Object value) {
    Map<String, @Nullable Object> copy = new LinkedHashMap<>(row);
    copy.put(column, value);
    return copy;
  }

  private static double number(@Nullable Object value) {
    return value instanceof Number number ? number.doubleValue() : 0;
  }
}
