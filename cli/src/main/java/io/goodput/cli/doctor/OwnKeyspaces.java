package io.goodput.cli.doctor;

import static java.util.stream.Collectors.joining;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.metadata.Node;
import io.goodput.cli.install.Finding;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** Whether the keyspaces of Goodput have the replicas that their cluster needs. */
final class OwnKeyspaces {

  private static final int MOST_REPLICAS = 3;

  private OwnKeyspaces() {}

  /** What is wrong with them, as the schema says. */
  static List<Finding> examine(CqlSession session) {
    Map<String, Integer> nodes = new TreeMap<>();
    for (Node node : session.getMetadata().getNodes().values()) {
      nodes.merge(String.valueOf(node.getDatacenter()), 1, Integer::sum);
    }
    List<Finding> findings = new ArrayList<>();
    try {
      session
          .execute("SELECT keyspace_name, replication FROM system_schema.keyspaces")
          .forEach(
              row -> {
                String name = String.valueOf(row.getString("keyspace_name"));
                if (name.equals("goodput_overrides") || name.equals("goodput_levels")) {
                  findings.addAll(
                      examine(
                          name,
                          Objects.requireNonNull(
                              row.getMap("replication", String.class, String.class)),
                          nodes));
                }
              });
    } catch (DriverException e) {
      // The findings about the nodes say that they do not answer.
    }
    return findings;
  }

  /**
   * What is wrong with one keyspace.
   *
   * @param replication its options
   * @param nodes how many nodes each data center has
   */
  static List<Finding> examine(
      String keyspace, Map<String, String> replication, Map<String, Integer> nodes) {
    Map<String, String> replicas = new TreeMap<>(replication);
    String strategy = String.valueOf(replicas.remove("class"));
    boolean isFit =
        strategy.endsWith("NetworkTopologyStrategy")
            && replicas.keySet().equals(nodes.keySet())
            && replicas.entrySet().stream()
                .allMatch(entry -> isFit(entry.getValue(), nodes.getOrDefault(entry.getKey(), 0)));
    if (isFit) {
      return List.of();
    }
    return List.of(
        new Finding(
            "cluster",
            "keyspace %s has the replicas %s, and the data centers have the nodes %s"
                .formatted(keyspace, replicas, nodes),
            ("run ALTER KEYSPACE %s WITH replication = {'class': 'NetworkTopologyStrategy', %s}, and"
                    + " then nodetool repair %1$s")
                .formatted(
                    keyspace,
                    nodes.entrySet().stream()
                        .map(
                            entry ->
                                "'%s': %d"
                                    .formatted(
                                        entry.getKey(), Math.min(MOST_REPLICAS, entry.getValue())))
                        .collect(joining(", ")))));
  }

  private static boolean isFit(String replicas, int nodes) {
    return replicas.matches("\\d+")
        && Integer.parseInt(replicas) <= nodes
        && Integer.parseInt(replicas) >= Math.min(MOST_REPLICAS, nodes);
  }
}
