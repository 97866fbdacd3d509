package io.goodput.cli.watch;

import static io.goodput.cli.Printed.text;
import static java.util.stream.Collectors.toMap;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.ColumnDefinition;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.NodeState;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import com.datastax.oss.driver.api.core.servererrors.UnauthorizedException;
import io.goodput.cli.watch.NodeSample.Heat;
import io.goodput.cli.watch.NodeSample.Latency;
import io.goodput.cli.watch.NodeSample.LimitCounts;
import io.goodput.cli.watch.NodeSample.State;
import io.goodput.cli.watch.Snapshot.BusyPartition;
import io.goodput.cli.watch.Snapshot.Series;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The nodes of a cluster. Each of them reports what it has seen itself. */
public final class Nodes implements AutoCloseable {

  private static final String READ_LATENCY = "system_views.coordinator_read_latency";
  private static final String WRITE_LATENCY = "system_views.coordinator_write_latency";
  private static final String HEAT = "goodput.heat";
  private static final String LIMITS = "goodput.limits";
  private static final String HOT_PARTITIONS = "goodput.hot_partitions";
  private static final String FAIR_SHARES = "goodput.fair_shares";

  private static final List<String> QUICK = List.of(LIMITS, HOT_PARTITIONS, FAIR_SHARES);

  /** Views that cost a node more: it computes percentiles for every table. */
  private static final List<String> COSTLY = List.of(READ_LATENCY, WRITE_LATENCY, HEAT);

  private final CqlSession session;
  private final ExecutorService threads = Executors.newCachedThreadPool();

  /** Takes over a session that is connected to all nodes. */
  public Nodes(CqlSession session) {
    this.session = session;
  }

  /** Samples all nodes at the same time. Returns them by address. */
  public Map<String, NodeSample> sample() {
    return sample(true, List.of());
  }

  /**
   * Samples all nodes at the same time. Returns them by address.
   *
   * @param isComplete whether to sample latencies and heats too, which cost a node more
   * @param more views of keyspace {@code goodput} to copy as they are, where a node has them
   */
  public Map<String, NodeSample> sample(boolean isComplete, List<String> more) {
    List<CompletableFuture<NodeSample>> samples =
        session.getMetadata().getNodes().values().stream()
            .map(
                node ->
                    CompletableFuture.supplyAsync(() -> sample(node, isComplete, more), threads))
            .toList();
    return samples.stream()
        .map(CompletableFuture::join)
        .collect(toMap(NodeSample::address, sample -> sample));
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
    Views views = Views.ask(session, node, asked);
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

  private static Map<Series, Latency> latencies(Views views, String kind, String table) {
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

  private static Map<Series, LimitCounts> limits(Views views) {
    return views.rows(LIMITS).stream()
        .collect(
            toMap(row -> series(row, text(row, "kind")), row -> Views.as(row, LimitCounts.class)));
  }

  /** What a node that has to do with a limit counts, and what clients ask the node for. */
  private static List<BusyPartition> partitions(Views views) {
    List<BusyPartition> partitions = new ArrayList<>();
    for (Row row : views.rows(HOT_PARTITIONS)) {
      Series series = series(row, text(row, "kind"));
      String key = row.getString("partition_key");
      String token = text(row, "token");
      if (!row.isNull("coalesced")) {
        partitions.add(
            new BusyPartition(
                series,
                key,
                token,
                row.getDouble("per_second"),
                row.getDouble("rejected_per_second"),
                row.getDouble("would_reject_per_second"),
                row.getLong("coalesced"),
                row.getLong("answered_stale"),
                null,
                null));
      }
      if (!row.isNull("coordinated_per_second")) {
        double perSecond = row.getDouble("coordinated_per_second");
        Double bytes =
            row.isNull("bytes_per_second") ? null : (double) row.getLong("bytes_per_second");
        Double inFlight = row.get("in_flight", Double.class);
        partitions.add(
            new BusyPartition(series, key, token, perSecond, 0, 0, null, null, bytes, inFlight));
      }
    }
    return partitions;
  }

  /** A node that does not weight reads reports only how far it has warmed. */
  private static List<Heat> heats(List<Row> rows) {
    return rows.stream()
        .filter(row -> !row.isNull("hit_rate"))
        .map(row -> Views.as(row, Heat.class))
        .toList();
  }

  private static @Nullable Double warmed(List<Row> rows) {
    return rows.stream()
        .filter(row -> !row.isNull("warmed"))
        .map(row -> row.getDouble("warmed"))
        .findFirst()
        .orElse(null);
  }

  private static NodeSample.@Nullable Shares shares(Views views) {
    // A node that does not share fairly does not know what it has in flight.
    return views.rows(FAIR_SHARES).stream()
        .filter(row -> !text(row, "mode").equals("off"))
        .map(row -> Views.as(row, NodeSample.Shares.class))
        .findFirst()
        .orElse(null);
  }

  private static Series series(Row row, String kind) {
    return new Series(text(row, "keyspace_name"), text(row, "table_name"), kind);
  }

  private static String addressOf(Node node) {
    return node.getEndPoint().resolve() instanceof InetSocketAddress address
        ? address.getAddress().getHostAddress() + ":" + address.getPort()
        : node.getEndPoint().toString();
  }

  /**
   * Views of one node. The next one is asked for when the answer has come, so that one thread of an
   * idle node answers all: each thread that has to wake up costs it more than the answer. A busy
   * node makes answers wait, so the wait for each is short.
   */
  private record Views(Map<String, CompletableFuture<AsyncResultSet>> answers) {

    private static final long LONGEST_WAIT_MILLIS = 10;

    static Views ask(CqlSession session, Node node, List<String> views) {
      Map<String, CompletableFuture<AsyncResultSet>> answers = new HashMap<>();
      CompletableFuture<Boolean> turn = CompletableFuture.completedFuture(true);
      for (String view : views) {
        CompletableFuture<AsyncResultSet> answer =
            turn.thenCompose(its -> ask(session, node, view));
        answers.put(view, answer);
        turn =
            turn.thenCompose(
                its ->
                    answer
                        .handle((rows, problem) -> true)
                        .completeOnTimeout(true, LONGEST_WAIT_MILLIS, TimeUnit.MILLISECONDS));
      }
      return new Views(answers);
    }

    private static CompletableFuture<AsyncResultSet> ask(
        CqlSession session, Node node, String view) {
      SimpleStatement query = SimpleStatement.newInstance("SELECT * FROM " + view).setNode(node);
      return session.executeAsync(query).toCompletableFuture();
    }

    /**
     * All rows of a view.
     *
     * @throws InvalidQueryException if the node lacks the view
     * @throws DriverException if the node does not answer, or does not permit it
     */
    List<Row> rows(String view) {
      try {
        List<Row> rows = new ArrayList<>();
        AsyncResultSet page = Objects.requireNonNull(answers.get(view)).join();
        page.currentPage().forEach(rows::add);
        while (page.hasMorePages()) {
          page = page.fetchNextPage().toCompletableFuture().join();
          page.currentPage().forEach(rows::add);
        }
        return rows;
      } catch (CompletionException e) {
        throw e.getCause() instanceof DriverException cause ? cause.copy() : e;
      }
    }

    /** The rows of these views of keyspace {@code goodput}, where the user gets them. */
    Map<String, List<Map<String, @Nullable Object>>> copies(List<String> views) {
      Map<String, List<Map<String, @Nullable Object>>> copies = new HashMap<>();
      for (String view : views) {
        try {
          copies.put(view, rows("goodput." + view).stream().map(Views::copy).toList());
        } catch (InvalidQueryException | UnauthorizedException e) {
          // Left out: the node may have another version of the plug-in.
        }
      }
      return copies;
    }

    static <T> T as(Row row, Class<T> type) {
      return NodeSample.ROWS.convertValue(copy(row), type);
    }

    private static Map<String, @Nullable Object> copy(Row row) {
      Map<String, @Nullable Object> copy = new LinkedHashMap<>();
      for (ColumnDefinition column : row.getColumnDefinitions()) {
        String name = column.getName().asInternal();
        copy.put(name, plain(row.getObject(name)));
      }
      return copy;
    }

    /** As JSON can have it: a time as milliseconds since 1970. */
    private static @Nullable Object plain(@Nullable Object value) {
      if (value instanceof Instant time) {
        return time.toEpochMilli();
      }
      return value instanceof InetAddress address ? address.getHostAddress() : value;
    }
  }
}
