package io.goodput.cli.doctor;

import io.goodput.cli.install.Finding;
import io.goodput.core.limit.PartitionLimits;
import io.goodput.core.yield.DebtGuard;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What is wrong with the nodes of a cluster, by what they say about themselves. */
record Diagnosis(List<NodeReport> nodes, List<Finding> findings) {

  /** Clocks that are further apart make old answers and writes of clients look new. */
  private static final long CLOCKS_APART_MILLIS = 500;

  private static final String CLUSTER = "cluster";
  private static final int MOST_SHARED = PartitionLimits.SHARED_PARTITIONS;

  static List<Finding> of(List<NodeReport> nodes) {
    Diagnosis diagnosis = new Diagnosis(nodes, new ArrayList<>());
    nodes.forEach(diagnosis::examine);
    diagnosis.compareVersions();
    diagnosis.compareClocks();
    diagnosis.compareSettings();
    return diagnosis.findings;
  }

  private void examine(NodeReport node) {
    NodeReport.Plugin plugin = node.goodput();
    switch (node.state()) {
      case DOWN -> add(node, "does not answer", "start it, or remove it from the cluster");
      case SLOW -> add(node, "does not answer in time", "look at its load with goodput top");
      case UP -> {
        if (plugin == null) {
          add(node, "runs without Goodput and enforces no limit", "run goodput install there");
        } else {
          examine(node, plugin);
        }
      }
    }
  }

  private void examine(NodeReport node, NodeReport.Plugin plugin) {
    if (plugin.faults() > 0) {
      add(
          node,
          "Goodput has failed " + plugin.faults() + " times",
          "search system.log for 'Goodput failed', and report it");
    }
    if (!plugin.settingsMistakes().isEmpty()) {
      add(
          node,
          "has started with mistakes in its settings: " + plugin.settingsMistakes(),
          "correct goodput.yaml, and restart the node");
    }
    if (plugin.uncounted() > 0) {
      add(
          node,
          "has admitted " + plugin.uncounted() + " operations uncounted, as its counters were full",
          "raise 'partition_counters' in goodput.yaml");
    }
    if (plugin.partitionsShared() > MOST_SHARED) {
      add(
          node,
          "has %d busy partitions, and shares the limits of %d with other nodes"
              .formatted(plugin.partitionsShared(), MOST_SHARED),
          "look at goodput.hot_partitions: the limit of a table may be too low");
    }
    if (has(plugin, "enforce_limits", "false")) {
      add(node, "enforces no limit", "remove 'enforce_limits: false' from goodput.yaml");
    }
    for (String table : plugin.observedTables()) {
      add(
          node,
          "only observes the limit of " + table,
          "set 'mode': 'enforce' in its per_partition_rate_limit, if that is not what you want");
    }
    plugin
        .debts()
        .forEach(
            (work, debt) -> {
              if (debt >= DebtGuard.FREE_PART) {
                add(
                    node,
                    "the debt of %s is %.1f of its bound".formatted(work, debt),
                    "give the node less to do, or more disk: at the bound, the work does not yield");
              }
            });
    if (plugin.runaways() > 0) {
      add(
          node,
          "has seen %d statements run away, and only observed them".formatted(plugin.runaways()),
          "look at goodput.runaway, then set 'runaway_reads: on' or 'off' in goodput.yaml");
    }
    if (has(plugin, "heat_weighted_reads", "true")
        && node.cassandraSettings().getOrDefault("file_cache_enabled", "true").equals("false")) {
      add(
          node,
          "weights reads by the heat of a chunk cache that is off",
          "set 'file_cache_enabled: true' in cassandra.yaml");
    }
    if (has(plugin, "drop_late_requests", "true")
        && node.cassandraSettings().getOrDefault("cql_start_time", "").equals("REQUEST")) {
      add(
          node,
          "executes requests for their whole timeout after they have waited in the queue",
          "set 'cql_start_time: QUEUE' in cassandra.yaml");
    }
  }

  private static boolean has(NodeReport.Plugin plugin, String setting, String value) {
    return value.equals(plugin.settings().get(setting));
  }

  private void compareVersions() {
    String versions = nodesBy(NodeReport.Plugin::version);
    if (!versions.isEmpty()) {
      add(
          CLUSTER,
          "nodes run different versions of Goodput: " + versions,
          "run goodput install on all of them");
    }
  }

  private void compareClocks() {
    List<NodeReport> up = nodes.stream().filter(it -> it.state() == NodeReport.State.UP).toList();
    // As far as its round trip tells, a clock may be ahead by half of it more, or less.
    long first =
        up.stream()
            .mapToLong(node -> node.clockAheadMillis() + node.roundTripMillis() / 2)
            .min()
            .orElse(0);
    for (NodeReport node : up) {
      long ahead = node.clockAheadMillis() - node.roundTripMillis() / 2 - first;
      if (ahead > CLOCKS_APART_MILLIS) {
        add(
            node,
            "its clock is %d ms ahead of another node's".formatted(ahead),
            "synchronize the clocks, as with chrony");
      }
    }
  }

  private void compareSettings() {
    Set<String> names = new TreeSet<>();
    nodes.stream()
        .flatMap(node -> Stream.ofNullable(node.goodput()))
        .forEach(plugin -> names.addAll(plugin.settings().keySet()));
    for (String name : names) {
      String values = nodesBy(plugin -> plugin.settings().getOrDefault(name, "unknown"));
      if (!values.isEmpty()) {
        add(
            CLUSTER,
            "nodes differ in %s: %s".formatted(name, values),
            "set the same value in each goodput.yaml, if that is not what you want");
      }
    }
  }

  /** Which nodes have which value, in words; empty if all have the same. */
  private String nodesBy(Function<NodeReport.Plugin, String> value) {
    Map<String, List<String>> byValue = new TreeMap<>();
    for (NodeReport node : nodes) {
      NodeReport.Plugin plugin = node.goodput();
      if (plugin != null) {
        byValue.computeIfAbsent(value.apply(plugin), key -> new ArrayList<>()).add(node.node());
      }
    }
    return byValue.size() < 2
        ? ""
        : byValue.entrySet().stream()
            .map(entry -> entry.getKey() + " on " + String.join(", ", entry.getValue()))
            .collect(Collectors.joining("; "));
  }

  private void add(NodeReport node, String problem, String fix) {
    add(node.node(), problem, fix);
  }

  private void add(String node, String problem, String fix) {
    findings.add(new Finding(node, problem, fix));
  }
}
