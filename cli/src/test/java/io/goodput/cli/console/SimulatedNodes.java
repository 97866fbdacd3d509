package io.goodput.cli.console;

import static java.util.stream.Collectors.collectingAndThen;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toMap;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.TextNode;
import io.goodput.cli.watch.NodeSample;
import io.goodput.cli.watch.NodeSample.Latency;
import io.goodput.cli.watch.NodeSample.LimitCounts;
import io.goodput.cli.watch.NodeSample.Shares;
import io.goodput.cli.watch.NodeSample.State;
import io.goodput.cli.watch.Snapshot.BusyPartition;
import io.goodput.cli.watch.Snapshot.Series;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A cluster that exists only in its samples: as many nodes and hot partitions as a test wants. */
final class SimulatedNodes {

  private static final ObjectMapper JSON = new ObjectMapper();

  static final Series READS = new Series("demo", "posts", "reads");

  /** From one sample to the next. Short, so that tests do not wait long. */
  volatile Duration period = Duration.ofMillis(200);

  volatile int nodes = 3;
  volatile State state = State.PROTECTED;
  volatile List<String> keys = List.of("1", "2", "3");
  volatile double rejectedShare;
  volatile boolean hasAllViews = true;

  /**
   * Whether the first node has all that a node can have, the second one another version, and the
   * third one no plug-in.
   */
  volatile boolean isSick;

  /** How the limit is applied. */
  volatile String mode = "enforce";

  /** The number of a node that does not answer; 0 if all nodes do. */
  volatile int silentNode;

  /** Whether the nodes do not tell what partitions take of them, as with the watch off. */
  volatile boolean isOld;

  /** On which day events have happened. */
  volatile int daysAgo;

  /** Whether a second table has peak rates, too. */
  volatile boolean hasOtherTable;

  volatile boolean hasProposals = true;

  /** What the newest event tells of the hottest partition. */
  volatile String event = "became hot";

  /** The number of a node that lacks all views but its own; 0 if there is none. */
  volatile int lackingNode;

  /** While this is so, samples wait: the console has nothing to tell. */
  volatile boolean isSilent;

  /** How often all nodes have been sampled. */
  volatile long rounds;

  private final long start = System.currentTimeMillis();
  private final long startNanos = System.nanoTime();
  private long round;

  /** Since the start, at the present sample. */
  private double seconds;

  Feed.Source source() {
    return new ClusterSource(this::sample, period, () -> {});
  }

  private Map<String, NodeSample> sample(boolean isComplete, List<String> more) {
    if (isSilent) {
      await().forever().until(() -> !isSilent);
    }
    rounds = ++round;
    seconds = (System.nanoTime() - startNanos) / 1e9;
    return IntStream.rangeClosed(1, nodes)
        .mapToObj(node -> sample(node, more))
        .collect(toMap(NodeSample::address, sample -> sample));
  }

  private NodeSample sample(int node, List<String> more) {
    String address = "10.0.0." + node + ":9042";
    if (state != State.PROTECTED) {
      return NodeSample.withoutPlugin(address, state, Map.of());
    }
    if (node == silentNode) {
      return NodeSample.withoutPlugin(address, State.NO_ANSWER, Map.of());
    }
    if (isSick && node == 3) {
      return NodeSample.withoutPlugin(address, State.NO_PLUGIN, Map.of());
    }
    long admitted = Math.round(250 * (1 - rejectedShare));
    Map<String, List<Map<String, @Nullable Object>>> views = new HashMap<>();
    for (String view : more) {
      if ((hasAllViews && node != lackingNode && !keys.isEmpty())
          || view.equals("node")
          || (keys.isEmpty() && view.equals("queue"))) {
        views.put(view, rows(view, node));
      }
    }
    return new NodeSample(
        address,
        State.PROTECTED,
        Map.of(READS, new Latency(count(60 + admitted), 0.8, 4.1 + node, 30)),
        Map.of(
            READS,
            new LimitCounts(1000, mode, count(admitted), count(250 - admitted), 0, 0, 0, 0, 0)),
        partitions(node),
        List.of(),
        isSick && node == 1 ? 0.4 : null,
        new Shares(10 + node, isSick && node == 1 ? 4 : null, isSick ? count(9) : 0),
        views);
  }

  private long count(long perSecond) {
    return Math.round(seconds * perSecond);
  }

  /** All replicas count what is admitted, so each node shows the same. */
  private List<BusyPartition> partitions(int node) {
    List<BusyPartition> partitions = new ArrayList<>();
    for (int rank = 0; rank < keys.size(); rank++) {
      double rate = 750.0 / (1 + 8 * rank) + (round + rank) % 7;
      double rejected = rate * rejectedShare / nodes;
      partitions.add(
          new BusyPartition(
              READS,
              keys.get(rank),
              token(keys.get(rank)),
              rate * (1 - rejectedShare) + rejected,
              rejected,
              0,
              0L,
              0L,
              isOld ? null : rate * 1200 / nodes,
              isOld ? null : rate * 0.004 / nodes));
    }
    return node == 1 ? partitions : partitions.subList(0, Math.min(100, partitions.size()));
  }

  private List<Map<String, @Nullable Object>> rows(String view, int node) {
    long now = System.currentTimeMillis();
    return switch (view) {
      case "node" ->
          parse(
              """
              [{"goodput": "0.%d.0", "cassandra": "5.0.9", "java": "17", "faults": %d,
                "timed_out": %d, "unavailable": 0}]"""
                  .formatted(isSick && node == 2 ? 2 : 1, isSick ? 7 : 0, isSick ? count(40) : 0));
      case "queue" ->
          parse(
              """
              [{"kind": "reads", "standing": %s, "dropped_too_late": 0,
                "dropped_for_overload": %d}]"""
                  .formatted(isSick && node == 1, isSick && node == 1 ? count(25) : 0));
      case "fair_share_classes" ->
          isSick && node == 1
              ? parse(
                  """
                  [{"rank": 1, "tenant": "report", "keyspace_name": null, "table_name": null,
                    "kind": null, "partition_key": null, "overloaded": "node", "in_flight": 12,
                    "share": 4, "refused_per_second": 9}]""")
              : List.of();
      case "top_clients" ->
          ofHottest(
              """
              [{"rank": 1, "position": 1, "role": "app", "client_address": "10.0.7.%d",
                "driver": "DataStax Java driver 4.19", "application": "shop",
                "statement": "SELECT * FROM demo.posts WHERE id = ?", "per_second": 240.0},
               {"rank": 1, "position": 2, "role": "report", "client_address": "10.0.8.2",
                "driver": "DataStax Python driver 3.29", "application": null,
                "statement": "SELECT body FROM demo.posts WHERE id = ?", "per_second": 10.0}]"""
                  .formatted(node));
      case "overrides" ->
          rejectedShare == 0
              ? List.of()
              : ofHottest(
                  """
                  [{"max_reads_per_second": 10, "max_writes_per_second": null,
                    "expires_at": %d, "set_by": "ops", "set_at": %d}]"""
                      .formatted(now + 540_000, now - 60_000));
      case "service_levels" ->
          parse(
              """
              [{"service_level": "gold", "shares": 1000, "timeout_ms": 250,
                "workload_type": "interactive", "roles": 2, "active_roles": 1,
                "refused_per_second": 0},
               {"service_level": "reports", "shares": 10, "timeout_ms": null,
                "workload_type": "batch", "roles": 1, "active_roles": 1,
                "refused_per_second": 7}]""");
      case "peak_rates" ->
          Stream.concat(
                  IntStream.range(0, 12)
                      .mapToObj(
                          power ->
                              peak(
                                  "posts",
                                  1 << power,
                                  90_000L >> (2 * power),
                                  (90_000L >> (2 * power)) * 3 * (1L << power) / 2)),
                  hasOtherTable ? Stream.of(peak("likes", 1, 10, 10)) : Stream.of())
              .collect(collectingAndThen(joining(",", "[", "]"), SimulatedNodes::parse));
      case "proposed_limits" ->
          parse(
              """
              [{"keyspace_name": "demo", "table_name": "posts", "kind": "reads", %s}]"""
                  .formatted(
                      hasProposals
                          ? """
                          "p999_per_second": 17, "proposed_per_second": 200,
                          "rejected_share": 0.0007, "partitions": 4096, "seconds_observed": 7200"""
                          : """
                          "proposed_per_second": null, "partitions": 160, "seconds_observed": 120,
                          "waits_for": "1000 partitions and 600 seconds\""""));
      case "events" ->
          parse(
              """
              [%s, %s, %s]"""
                  .formatted(
                      event(
                          3,
                          day() - 40_000,
                          "hot_partition",
                          "warning",
                          "Partition " + keys.get(0) + " of demo.posts " + event),
                      event(
                          2,
                          day() - 300_000,
                          "limit_changed",
                          "info",
                          "Reads of demo.posts are limited to 1000 per partition and second"),
                      event(
                          1,
                          day() - 900_000 - 10_000L * node,
                          "node_started",
                          "info",
                          "The node has started")));
      default -> List.of();
    };
  }

  private static String peak(String table, int from, long seconds, long requests) {
    return """
        {"keyspace_name": "demo", "table_name": "%s", "kind": "reads",
         "from_per_second": %d, "partition_seconds": %d, "requests": %d}"""
        .formatted(table, from, seconds, requests);
  }

  private long day() {
    return start - Duration.ofDays(daysAgo).toMillis();
  }

  private static String event(int number, long at, String kind, String severity, String message) {
    return """
        {"number": %d, "at": %d, "kind": "%s", "severity": "%s", "keyspace_name": "demo",
         "table_name": "posts", "partition_key": null, "message": %s}"""
        .formatted(number, at, kind, severity, TextNode.valueOf(message));
  }

  private static String token(String key) {
    return Integer.toString(key.hashCode());
  }

  /** Rows about the hottest partition. */
  private List<Map<String, @Nullable Object>> ofHottest(String rows) {
    List<Map<String, @Nullable Object>> parsed = parse(rows);
    for (Map<String, @Nullable Object> row : parsed) {
      row.put("keyspace_name", "demo");
      row.put("table_name", "posts");
      row.put("kind", "reads");
      row.put("partition_key", keys.get(0));
      row.put("token", token(keys.get(0)));
    }
    return parsed;
  }

  private static List<Map<String, @Nullable Object>> parse(String rows) {
    try {
      return JSON.readValue(rows, new TypeReference<>() {});
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(rows, e);
    }
  }
}
