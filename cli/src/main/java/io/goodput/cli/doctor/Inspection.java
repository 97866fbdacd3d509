package io.goodput.cli.doctor;

import static java.util.stream.Collectors.toMap;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.DriverTimeoutException;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.NodeState;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import com.datastax.oss.driver.api.core.servererrors.UnauthorizedException;
import io.goodput.cli.CorrectableException;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Asks each node of a cluster about itself. */
final class Inspection {

  private final CqlSession session;

  Inspection(CqlSession session) {
    this.session = session;
  }

  /** All nodes, in the order of their addresses. */
  List<NodeReport> nodes() {
    return session.getMetadata().getNodes().values().stream()
        .map(this::inspect)
        .sorted(Comparator.comparing(NodeReport::node))
        .toList();
  }

  private NodeReport inspect(Node node) {
    String address = addressOf(node);
    if (node.getState() == NodeState.DOWN || node.getState() == NodeState.FORCED_DOWN) {
      return NodeReport.down(address);
    }
    try {
      long sent = System.currentTimeMillis();
      long begin = System.nanoTime();
      Row local =
          rows(node, "SELECT toTimestamp(now()) AS clock FROM system.local")
              .findFirst()
              .orElseThrow();
      long roundTrip = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin);
      Instant clock = Objects.requireNonNull(local.getInstant("clock"));
      return new NodeReport(
          address,
          node.getBroadcastAddress()
              .map(broadcast -> broadcast.getAddress().getHostAddress())
              .orElse(address),
          NodeReport.State.UP,
          plugin(node),
          clock.toEpochMilli() - sent - roundTrip / 2,
          roundTrip,
          byName(rows(node, "SELECT name, value FROM system_views.settings")),
          hints(node));
    } catch (UnauthorizedException e) {
      throw new CorrectableException(
          "The cluster refuses to answer (%s): grant SELECT on that table to the user, or name"
                  .formatted(e.getMessage())
              + " another --user.");
    } catch (DriverTimeoutException e) {
      return NodeReport.slow(address);
    } catch (DriverException e) {
      return NodeReport.down(address);
    }
  }

  private NodeReport.@Nullable Plugin plugin(Node node) {
    List<Row> limits;
    try {
      limits = rows(node, "SELECT * FROM goodput.limits").toList();
    } catch (InvalidQueryException e) {
      return null;
    }
    Row own = own(node);
    return new NodeReport.Plugin(
        own == null ? "an older one" : text(own, "goodput"),
        own == null ? 0 : own.getLong("faults"),
        own == null || !has(own, "admitted_uncounted") ? 0 : own.getLong("admitted_uncounted"),
        own == null || !has(own, "partitions_shared") ? 0 : own.getInt("partitions_shared"),
        byName(rows(node, "SELECT name, value FROM goodput.settings")),
        limits.stream()
            .filter(row -> text(row, "mode").equals("observe"))
            .map(row -> text(row, "keyspace_name") + "." + text(row, "table_name"))
            .distinct()
            .toList(),
        warmed(node));
  }

  /** Older plug-ins have fewer columns. */
  private static boolean has(Row row, String column) {
    return row.getColumnDefinitions().contains(column);
  }

  /** Null if the plug-in is older than this view. */
  private @Nullable Row own(Node node) {
    try {
      return rows(node, "SELECT * FROM goodput.node").findFirst().orElse(null);
    } catch (InvalidQueryException e) {
      return null;
    }
  }

  private @Nullable Double warmed(Node node) {
    return rows(node, "SELECT warmed FROM goodput.heat")
        .filter(row -> !row.isNull("warmed"))
        .map(row -> row.getDouble("warmed"))
        .findFirst()
        .orElse(null);
  }

  private Map<String, Integer> hints(Node node) {
    Map<String, Integer> files = new HashMap<>();
    rows(node, "SELECT address, port, files FROM system_views.pending_hints")
        .filter(row -> row.getInetAddress("address") != null)
        .forEach(
            row ->
                files.merge(
                    Objects.requireNonNull(row.getInetAddress("address")).getHostAddress(),
                    row.getInt("files"),
                    Integer::sum));
    return files;
  }

  private static Map<String, String> byName(Stream<Row> rows) {
    return rows.collect(toMap(row -> text(row, "name"), row -> text(row, "value")));
  }

  private Stream<Row> rows(Node node, String query) {
    return session.execute(SimpleStatement.newInstance(query).setNode(node)).all().stream();
  }

  private static String text(Row row, String column) {
    return Objects.requireNonNullElse(row.getString(column), "");
  }

  private static String addressOf(Node node) {
    return node.getEndPoint().resolve() instanceof InetSocketAddress address
        ? address.getAddress().getHostAddress()
        : node.getEndPoint().toString();
  }
}
