package io.goodput.cli.doctor;

import static io.goodput.cli.Printed.text;
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
import io.goodput.cli.connect.ConnectionOptions;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a node says about itself.
 *
 * @param node its address for clients
 * @param broadcast its address for other nodes
 * @param goodput the plug-in; null if the node runs without it
 * @param clockAheadMillis by how much its clock is ahead of this machine's, to within half of
 *     {@code roundTripMillis}
 * @param cassandraSettings those of Cassandra's settings that matter, by name
 * @param hintsFor files of hints that it keeps, by the address of the node that has missed writes
 */
record NodeReport(
    String node,
    String broadcast,
    State state,
    @Nullable Plugin goodput,
    long clockAheadMillis,
    long roundTripMillis,
    Map<String, String> cassandraSettings,
    Map<String, Integer> hintsFor) {

  /** Whether a node answers. */
  enum State {
    UP,
    /** It has not answered in time. */
    SLOW,
    DOWN
  }

  /**
   * What its plug-in says.
   *
   * @param faults failures of the plug-in itself since the node started
   * @param uncounted operations that were admitted without being counted, for lack of counters
   * @param partitionsShared busy partitions whose limits the node should share with others
   * @param settingsMistakes in its goodput.yaml when the node started; empty if there were none
   * @param observedTables tables whose limits are only observed
   * @param debts how far work that may yield has fallen behind, as a part of what is tolerable
   * @param runaways statements that ran away, and were only observed
   * @param warmed the part of the cache that has been filled after a restart, from 0 to 1; null if
   *     nothing is filled
   */
  record Plugin(
      String version,
      long faults,
      long uncounted,
      long partitionsShared,
      String settingsMistakes,
      Map<String, String> settings,
      List<String> observedTables,
      Map<String, Double> debts,
      long runaways,
      @Nullable Double warmed) {}

  static NodeReport silent(String node, State state) {
    return new NodeReport(node, node, state, null, 0, 0, Map.of(), Map.of());
  }

  /** Asks each node of a cluster about itself. */
  record Inspection(CqlSession session) {

    /** All nodes, in the order of their addresses. */
    List<NodeReport> nodes() {
      return session.getMetadata().getNodes().values().stream()
          .map(this::inspect)
          .sorted(Comparator.comparing(NodeReport::node))
          .toList();
    }

    private NodeReport inspect(Node node) {
      String address = ConnectionOptions.addressOf(node);
      if (node.getState() == NodeState.DOWN || node.getState() == NodeState.FORCED_DOWN) {
        return silent(address, State.DOWN);
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
            State.UP,
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
        return silent(address, State.SLOW);
      } catch (DriverException e) {
        return silent(address, State.DOWN);
      }
    }

    private @Nullable Plugin plugin(Node node) {
      List<Row> limits;
      try {
        limits = rows(node, "SELECT * FROM goodput.limits").toList();
      } catch (InvalidQueryException e) {
        return null;
      }
      Row own = rows(node, "SELECT * FROM goodput.node").findFirst().orElseThrow();
      return new Plugin(
          text(own, "goodput"),
          own.getLong("faults"),
          own.getLong("admitted_uncounted"),
          own.getInt("partitions_shared"),
          text(own, "settings_mistakes"),
          byName(rows(node, "SELECT name, value FROM goodput.settings")),
          limits.stream()
              .filter(row -> text(row, "mode").equals("observe"))
              .map(row -> text(row, "keyspace_name") + "." + text(row, "table_name"))
              .distinct()
              .toList(),
          debts(node),
          rows(node, "SELECT would_stop FROM goodput.runaway")
              .filter(row -> row.getLong("would_stop") > 0)
              .count(),
          warmed(node));
    }

    private Map<String, Double> debts(Node node) {
      return rows(node, "SELECT work, mode, debt FROM goodput.yielding")
          .filter(row -> text(row, "mode").equals("on"))
          .collect(toMap(row -> text(row, "work"), row -> row.getDouble("debt")));
    }

    private @Nullable Double warmed(Node node) {
      return rows(node, "SELECT warmed FROM goodput.heat")
          .filter(row -> !row.isNull("warmed"))
          .map(row -> row.getDouble("warmed"))
          .findFirst()
          .orElse(null);
    }

    private Map<String, Integer> hints(Node node) {
      return rows(node, "SELECT address, port, files FROM system_views.pending_hints")
          .filter(row -> !row.isNull("address"))
          .collect(
              toMap(
                  row -> Objects.requireNonNull(row.getInetAddress("address")).getHostAddress(),
                  row -> row.getInt("files"),
                  Integer::sum));
    }

    private static Map<String, String> byName(Stream<Row> rows) {
      return rows.collect(toMap(row -> text(row, "name"), row -> text(row, "value")));
    }

    private Stream<Row> rows(Node node, String query) {
      return session.execute(SimpleStatement.newInstance(query).setNode(node)).all().stream();
    }
  }
}
