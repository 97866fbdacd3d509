package io.goodput.cli.top;

import static java.util.stream.Collectors.toMap;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.NodeState;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import io.goodput.cli.top.NodeSample.Latency;
import io.goodput.cli.top.NodeSample.State;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The nodes of a cluster. Each of them reports what it has seen itself. */
final class Nodes implements AutoCloseable {

  private final CqlSession session;
  private final ExecutorService threads = Executors.newCachedThreadPool();

  Nodes(CqlSession session) {
    this.session = session;
  }

  /** Samples all nodes at the same time. */
  List<NodeSample> sample() {
    List<CompletableFuture<NodeSample>> samples =
        session.getMetadata().getNodes().values().stream()
            .map(node -> CompletableFuture.supplyAsync(() -> sample(node), threads))
            .toList();
    return samples.stream().map(CompletableFuture::join).toList();
  }

  @Override
  public void close() {
    threads.shutdown();
    session.close();
  }

  private NodeSample sample(Node node) {
    String address = addressOf(node);
    if (node.getState() == NodeState.DOWN || node.getState() == NodeState.FORCED_DOWN) {
      return NodeSample.withoutPlugin(address, State.DOWN, Map.of());
    }
    try {
      Map<Series, Latency> latencies = new HashMap<>();
      latencies.putAll(latencies(node, "reads", "system_views.coordinator_read_latency"));
      latencies.putAll(latencies(node, "writes", "system_views.coordinator_write_latency"));
      try {
        List<Row> heat = rows(node, "goodput.heat").toList();
        return new NodeSample(
            address,
            State.PROTECTED,
            latencies,
            limits(node),
            partitions(node),
            heats(heat),
            warmed(heat),
            shares(node));
      } catch (InvalidQueryException e) {
        return NodeSample.withoutPlugin(address, State.NO_PLUGIN, latencies);
      }
    } catch (DriverException e) {
      return NodeSample.withoutPlugin(address, State.NO_ANSWER, Map.of());
    }
  }

  private Map<Series, Latency> latencies(Node node, String kind, String table) {
    return rows(node, table)
        .collect(
            toMap(
                row -> series(row, kind),
                row ->
                    new Latency(
                        row.getLong("count"),
                        row.getDouble("p50th_ms"),
                        row.getDouble("p99th_ms"),
                        row.getDouble("max_ms"))));
  }

  private Map<Series, LimitCounts> limits(Node node) {
    return rows(node, "goodput.limits")
        .collect(
            toMap(
                row -> series(row, text(row, "kind")),
                row ->
                    new LimitCounts(
                        row.getInt("max_per_second"),
                        text(row, "mode"),
                        row.getLong("accepted"),
                        row.getLong("rejected_by_coordinator"),
                        row.getLong("rejected_by_replicas"),
                        row.getLong("would_reject"),
                        row.getLong("unstamped"),
                        row.getLong("coalesced"),
                        row.getLong("answered_stale"))));
  }

  private List<BusyPartition> partitions(Node node) {
    return rows(node, "goodput.hot_partitions")
        .map(
            row ->
                new BusyPartition(
                    series(row, text(row, "kind")),
                    row.getString("partition_key"),
                    text(row, "token"),
                    row.getDouble("per_second"),
                    row.getDouble("rejected_per_second")))
        .toList();
  }

  /** A node that does not weight reads reports only how far it has warmed. */
  private static List<Heat> heats(List<Row> rows) {
    return rows.stream()
        .filter(row -> !row.isNull("hit_rate"))
        .map(
            row ->
                new Heat(
                    text(row, "node"),
                    row.getDouble("hit_rate"),
                    row.getLong("generation"),
                    row.getLong("age_seconds"),
                    row.getDouble("reads_per_second"),
                    row.getDouble("share_wanted"),
                    row.getDouble("share_given"),
                    row.getLong("local_reads"),
                    row.getLong("remote_reads"),
                    row.getLong("replica_reads")))
        .toList();
  }

  private static @Nullable Double warmed(List<Row> rows) {
    return rows.stream()
        .filter(row -> !row.isNull("warmed"))
        .map(row -> row.getDouble("warmed"))
        .findFirst()
        .orElse(null);
  }

  private NodeSample.@Nullable Shares shares(Node node) {
    return rows(node, "goodput.fair_shares")
        .map(
            row ->
                new NodeSample.Shares(
                    row.getInt("in_flight"),
                    row.isNull("room") ? null : row.getInt("room"),
                    row.getLong("refused")))
        .findFirst()
        .orElse(null);
  }

  private Stream<Row> rows(Node node, String table) {
    SimpleStatement query = SimpleStatement.newInstance("SELECT * FROM " + table).setNode(node);
    return session.execute(query).all().stream();
  }

  private static Series series(Row row, String kind) {
    return new Series(text(row, "keyspace_name"), text(row, "table_name"), kind);
  }

  private static String text(Row row, String column) {
    return Objects.requireNonNullElse(row.getString(column), "");
  }

  private static String addressOf(Node node) {
    return node.getEndPoint().resolve() instanceof InetSocketAddress address
        ? address.getAddress().getHostAddress() + ":" + address.getPort()
        : node.getEndPoint().toString();
  }
}
