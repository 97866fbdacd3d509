package io.goodput.cli.watch;

import static java.util.stream.Collectors.toMap;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.NodeState;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import com.datastax.oss.driver.api.core.servererrors.UnauthorizedException;
import io.goodput.cli.watch.NodeSample.Latency;
import io.goodput.cli.watch.NodeSample.State;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The nodes of a cluster. Each of them reports what it has seen itself. */
public final class Nodes implements AutoCloseable {

  private static final String READ_LATENCY = "system_views.coordinator_read_latency";
  private static final String WRITE_LATENCY = "system_views.coordinator_write_latency";
  private static final String HEAT = "goodput.heat";
  private static final String LIMITS = "goodput.limits";
  private static final String HOT_PARTITIONS = "goodput.hot_partitions";
  private static final String FAIR_SHARES = "goodput.fair_shares";

  // Columns that nodes with an older plug-in lack.
  private static final String COORDINATED = "coordinated_per_second";
  private static final String BYTES = "bytes_per_second";
  private static final String IN_FLIGHT = "in_flight";

  private static final List<String> QUICK = List.of(LIMITS, HOT_PARTITIONS, FAIR_SHARES);

  /** Views that cost a node more: it computes percentiles for every table. */
  private static final List<String> COSTLY = List.of(READ_LATENCY, WRITE_LATENCY, HEAT);

  private final CqlSession session;
  private final ExecutorService threads = Executors.newCachedThreadPool();

  /** Takes over a session that is connected to all nodes. */
  public Nodes(CqlSession session) {
    this.session = session;
  }

  /** Samples all nodes at the same time. */
  public List<NodeSample> sample() {
    return sample(true, List.of());
  }

  /**
   * Samples all nodes at the same time.
   *
   * @param isComplete whether to sample latencies and heats too, which cost a node more
   * @param more views of keyspace {@code goodput} to copy as they are, where a node has them
   */
  public List<NodeSample> sample(boolean isComplete, List<String> more) {
    List<CompletableFuture<NodeSample>> samples =
        session.getMetadata().getNodes().values().stream()
            .map(
                node ->
                    CompletableFuture.supplyAsync(() -> sample(node, isComplete, more), threads))
            .toList();
    return samples.stream().map(CompletableFuture::join).toList();
  }

  @Override
  public void close() {
    threads.shutdown();
    session.close();
  }

  private NodeSample sample(Node node, boolean isComplete, List<String> more) {
    String address = addressOf(node);
    if (node.getState() == NodeState.DOWN || node.getState() == NodeState.FORCED_DOWN) {
      return NodeSample.withoutPlugin(address, State.DOWN, Map.of());
    }
    List<String> asked = new ArrayList<>(QUICK);
    asked.addAll(isComplete ? COSTLY : List.of());
    more.forEach(view -> asked.add("goodput." + view));
    NodeViews views = NodeViews.ask(session, node, asked);
    try {
      Map<Series, Latency> latencies = new HashMap<>();
      if (isComplete) {
        latencies.putAll(latencies(views, "reads", READ_LATENCY));
        latencies.putAll(latencies(views, "writes", WRITE_LATENCY));
      }
      try {
        List<Row> heat = isComplete ? views.rows(HEAT) : List.of();
        return new NodeSample(
            address,
            State.PROTECTED,
            latencies,
            limits(views),
            partitions(views),
            heats(heat),
            warmed(heat),
            shares(views),
            views.copies(more));
      } catch (InvalidQueryException e) {
        return NodeSample.withoutPlugin(address, State.NO_PLUGIN, latencies);
      }
    } catch (UnauthorizedException e) {
      return NodeSample.withoutPlugin(address, State.NOT_PERMITTED, Map.of());
    } catch (DriverException e) {
      return NodeSample.withoutPlugin(address, State.NO_ANSWER, Map.of());
    }
  }

  private static Map<Series, Latency> latencies(NodeViews views, String kind, String table) {
    return views.rows(table).stream()
        .collect(
            toMap(
                row -> series(row, kind),
                row ->
                    new Latency(
                        row.getLong("count"),
                        millis(row, "p50th_ms"),
                        millis(row, "p99th_ms"),
                        millis(row, "max_ms"))));
  }

  /**
   * A latency of a view of Cassandra, whose timers have microseconds. The views take them for
   * nanoseconds, so they show a thousandth of each latency, rounded to that of a millisecond.
   */
  private static double millis(Row row, String column) {
    return 1000 * row.getDouble(column);
  }

  private static Map<Series, LimitCounts> limits(NodeViews views) {
    return views.rows(LIMITS).stream()
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

  private static List<BusyPartition> partitions(NodeViews views) {
    return views.rows(HOT_PARTITIONS).stream()
        .flatMap(row -> Stream.of(counted(row), coordinated(row)).flatMap(Optional::stream))
        .toList();
  }

  /** What a node that has to do with the limit of a table counts. */
  private static Optional<BusyPartition> counted(Row row) {
    return row.isNull("coalesced")
        ? Optional.empty()
        : Optional.of(
            new BusyPartition(
                series(row, text(row, "kind")),
                row.getString("partition_key"),
                text(row, "token"),
                row.getDouble("per_second"),
                row.getDouble("rejected_per_second"),
                row.getLong("coalesced"),
                row.getLong("answered_stale"),
                null,
                null));
  }

  /** What clients ask the node for, limit or not. */
  private static Optional<BusyPartition> coordinated(Row row) {
    return isMissing(row, COORDINATED)
        ? Optional.empty()
        : Optional.of(
            new BusyPartition(
                series(row, text(row, "kind")),
                row.getString("partition_key"),
                text(row, "token"),
                row.getDouble(COORDINATED),
                0,
                null,
                null,
                isMissing(row, BYTES) ? null : (double) row.getLong(BYTES),
                isMissing(row, IN_FLIGHT) ? null : row.getDouble(IN_FLIGHT)));
  }

  private static boolean isMissing(Row row, String column) {
    return !row.getColumnDefinitions().contains(column) || row.isNull(column);
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

  private static NodeSample.@Nullable Shares shares(NodeViews views) {
    // A node that does not share fairly does not know what it has in flight.
    return views.rows(FAIR_SHARES).stream()
        .filter(row -> !text(row, "mode").equals("off"))
        .map(
            row ->
                new NodeSample.Shares(
                    row.getInt("in_flight"),
                    row.isNull("room") ? null : row.getInt("room"),
                    row.getLong("refused")))
        .findFirst()
        .orElse(null);
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
