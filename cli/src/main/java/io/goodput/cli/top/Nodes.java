package io.goodput.cli.top;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.CqlSessionBuilder;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.auth.AuthenticationException;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.NodeState;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import io.goodput.cluster.PreconditionException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** All nodes of a cluster, each of which is asked for what it has seen itself. */
final class Nodes implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(2);
  private static final Duration RECONNECT_AT_MOST = Duration.ofSeconds(5);
  private static final int ONE_PAGE = 100_000;

  private final CqlSession session;
  private final ExecutorService askers = Executors.newCachedThreadPool();

  private Nodes(CqlSession session) {
    this.session = session;
  }

  /**
   * Finds the nodes of the cluster that one of these belongs to.
   *
   * @param credentials with nothing to add where no password is needed
   * @throws PreconditionException if there is none, or the password is wrong
   */
  static Nodes connect(List<InetSocketAddress> contactPoints, Credentials credentials) {
    CqlSessionBuilder builder =
        CqlSession.builder().addContactPoints(contactPoints).withConfigLoader(configuration());
    try {
      return new Nodes(credentials.addTo(builder).build());
    } catch (AllNodesFailedException e) {
      throw new PreconditionException(
          isUnauthenticated(e)
              ? "The cluster asks for another user or password: give --user and --password."
              : "No Cassandra answers at %s: name a node that runs with --hosts and --port."
                  .formatted(addresses(contactPoints)));
    }
  }

  /** What every node says now, in no order. */
  List<NodeSample> sample() {
    List<CompletableFuture<NodeSample>> samples =
        session.getMetadata().getNodes().values().stream()
            .map(node -> CompletableFuture.supplyAsync(() -> sample(node), askers))
            .toList();
    return samples.stream().map(CompletableFuture::join).toList();
  }

  @Override
  public void close() {
    askers.shutdown();
    session.close();
  }

  /** Without a local datacenter the driver's basic policy connects to all nodes of all of them. */
  static DriverConfigLoader configuration() {
    return DriverConfigLoader.programmaticBuilder()
        .withString(DefaultDriverOption.LOAD_BALANCING_POLICY_CLASS, "BasicLoadBalancingPolicy")
        .withBoolean(DefaultDriverOption.METADATA_SCHEMA_ENABLED, false)
        .withBoolean(DefaultDriverOption.METADATA_TOKEN_MAP_ENABLED, false)
        .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, PATIENCE)
        .withDuration(DefaultDriverOption.CONNECTION_INIT_QUERY_TIMEOUT, PATIENCE.multipliedBy(2))
        .withDuration(DefaultDriverOption.CONTROL_CONNECTION_TIMEOUT, PATIENCE.multipliedBy(2))
        .withDuration(DefaultDriverOption.RECONNECTION_MAX_DELAY, RECONNECT_AT_MOST)
        // The driver would wait for two seconds before the command ends.
        .withInt(DefaultDriverOption.NETTY_IO_SHUTDOWN_QUIET_PERIOD, 0)
        .withInt(DefaultDriverOption.NETTY_ADMIN_SHUTDOWN_QUIET_PERIOD, 0)
        .build();
  }

  private static String addresses(List<InetSocketAddress> contactPoints) {
    return contactPoints.stream()
        .map(address -> address.getHostString() + ":" + address.getPort())
        .collect(Collectors.joining(", "));
  }

  private static boolean isUnauthenticated(AllNodesFailedException problem) {
    return problem.getAllErrors().values().stream()
        .flatMap(List::stream)
        .anyMatch(AuthenticationException.class::isInstance);
  }

  private NodeSample sample(Node node) {
    String address = addressOf(node);
    long now = System.nanoTime();
    if (node.getState() == NodeState.DOWN || node.getState() == NodeState.FORCED_DOWN) {
      return NodeSample.silent(address, NodeSample.State.DOWN, now);
    }
    try {
      Map<TableName, Latency> reads = latencies(node, "coordinator_read_latency");
      Map<TableName, Latency> writes = latencies(node, "coordinator_write_latency");
      try {
        List<Row> heat = heat(node);
        return new NodeSample(
            address,
            NodeSample.State.PROTECTED,
            now,
            limits(node),
            hotPartitions(node),
            heats(heat),
            warmed(heat),
            reads,
            writes);
      } catch (InvalidQueryException e) {
        return new NodeSample(
            address,
            NodeSample.State.NO_PLUGIN,
            now,
            Map.of(),
            List.of(),
            List.of(),
            null,
            reads,
            writes);
      }
    } catch (DriverException e) {
      return NodeSample.silent(address, NodeSample.State.NO_ANSWER, now);
    }
  }

  private Map<TableName, Latency> latencies(Node node, String table) {
    Map<TableName, Latency> latencies = new HashMap<>();
    for (Row row : ask(node, "SELECT * FROM system_views." + table)) {
      latencies.put(
          tableOf(row),
          new Latency(
              row.getLong("count"),
              row.getDouble("p50th_ms"),
              row.getDouble("p99th_ms"),
              row.getDouble("max_ms")));
    }
    return latencies;
  }

  private Map<Series, LimitCounts> limits(Node node) {
    Map<Series, LimitCounts> limits = new HashMap<>();
    for (Row row : ask(node, "SELECT * FROM goodput.limits")) {
      limits.put(
          seriesOf(row),
          new LimitCounts(
              row.getInt("max_per_second"),
              text(row, "mode"),
              row.getLong("accepted"),
              row.getLong("rejected_by_coordinator"),
              row.getLong("rejected_by_replicas"),
              row.getLong("would_reject"),
              row.getLong("unstamped")));
    }
    return limits;
  }

  private List<HotPartition> hotPartitions(Node node) {
    List<HotPartition> hot = new ArrayList<>();
    for (Row row : ask(node, "SELECT * FROM goodput.hot_partitions")) {
      hot.add(
          new HotPartition(
              seriesOf(row),
              text(row, "token"),
              row.getString("partition_key"),
              row.getDouble("per_second"),
              row.getDouble("rejected_per_second")));
    }
    return hot;
  }

  private List<Row> heat(Node node) {
    try {
      return List.copyOf(ask(node, "SELECT * FROM goodput.heat").all());
    } catch (InvalidQueryException e) {
      // A plug-in from before there were heats.
      return List.of();
    }
  }

  /** A node whose reads are not weighted tells only of its own warming. */
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

  /** A node tells of no other's warming. */
  private static @Nullable Double warmed(List<Row> rows) {
    return rows.stream()
        .filter(row -> !row.isNull("warmed"))
        .map(row -> row.getDouble("warmed"))
        .findFirst()
        .orElse(null);
  }

  private ResultSet ask(Node node, String query) {
    return session.execute(SimpleStatement.newInstance(query).setNode(node).setPageSize(ONE_PAGE));
  }

  private static Series seriesOf(Row row) {
    return new Series(tableOf(row), text(row, "kind"));
  }

  private static TableName tableOf(Row row) {
    return new TableName(text(row, "keyspace_name"), text(row, "table_name"));
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
