package io.goodput.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.CqlSessionBuilder;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.api.core.loadbalancing.NodeDistance;
import com.datastax.oss.driver.api.core.servererrors.InvalidConfigurationInQueryException;
import io.goodput.cluster.Node;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** A client of one node and of no other, in a keyspace. */
record Cql(CqlSession session, String keyspace) implements AutoCloseable {

  /** Requests let through and refused since a table's limit was set. */
  record Totals(long accepted, long rejected) {}

  /** A client in a keyspace that is made if need be. */
  static Cql connect(Node node, String keyspace) {
    return connect(node, keyspace, 1);
  }

  static Cql connect(Node node, String keyspace, int replicas) {
    return connect(builder(node), keyspace, replicas);
  }

  static Cql connect(CqlSessionBuilder builder, String keyspace, int replicas) {
    CqlSession session = builder.build();
    session.execute(
        "CREATE KEYSPACE IF NOT EXISTS %s WITH replication = {'class': '%s', '%s': %d}"
            .formatted(keyspace, "SimpleStrategy", "replication_factor", replicas));
    session.execute("USE " + keyspace);
    return new Cql(session, keyspace);
  }

  static CqlSessionBuilder builder(Node node) {
    return builder(node, "datacenter1");
  }

  static CqlSessionBuilder builder(Node node, String datacenter) {
    return CqlSession.builder()
        .addContactPoint(node.contactPoint())
        .withLocalDatacenter(datacenter)
        .withNodeDistanceEvaluator(
            (other, itsDatacenter) ->
                other.getEndPoint().resolve().equals(node.contactPoint())
                    ? null
                    : NodeDistance.IGNORED)
        .withConfigLoader(patience());
  }

  /**
   * Patient, since the machine may be busy and a node of a test may hang: its connections last. But
   * no schema change waits a second for others, and no closing client two for a last request.
   */
  static DriverConfigLoader patience() {
    Duration patience = Duration.ofSeconds(30);
    return DriverConfigLoader.programmaticBuilder()
        .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, patience)
        .withDuration(DefaultDriverOption.CONNECTION_INIT_QUERY_TIMEOUT, patience)
        .withDuration(DefaultDriverOption.CONTROL_CONNECTION_TIMEOUT, patience)
        .withDuration(DefaultDriverOption.HEARTBEAT_TIMEOUT, patience)
        .withDuration(DefaultDriverOption.METADATA_SCHEMA_REQUEST_TIMEOUT, patience)
        .withDuration(DefaultDriverOption.METADATA_SCHEMA_WINDOW, Duration.ofMillis(1))
        .withDuration(DefaultDriverOption.RECONNECTION_MAX_DELAY, Duration.ofSeconds(1))
        .withInt(DefaultDriverOption.NETTY_IO_SHUTDOWN_QUIET_PERIOD, 0)
        .withInt(DefaultDriverOption.NETTY_ADMIN_SHUTDOWN_QUIET_PERIOD, 0)
        .build();
  }

  ResultSet run(String query, Object... values) {
    return session.execute(SimpleStatement.newInstance(query, values));
  }

  /** Changes the schema, and waits until all nodes have the changes. No node may be down. */
  void change(String... statements) {
    Stream.of(statements).forEach(this::run);
    awaitOneSchema();
  }

  /** The driver waits for those nodes alone that it is connected to. Takes a second of gossip. */
  void awaitOneSchema() {
    await()
        .atMost(Duration.ofSeconds(30))
        .until(
            () ->
                Stream.of("system.local", "system.peers_v2")
                        .flatMap(nodes -> run("SELECT schema_version FROM " + nodes).all().stream())
                        .map(node -> node.getUuid(0))
                        .distinct()
                        .count()
                    == 1);
  }

  ResultSet run(Statement<?> statement) {
    return session.execute(statement);
  }

  PreparedStatement prepare(String query) {
    return session.prepare(query);
  }

  String qualified(String table) {
    return keyspace + "." + CqlIdentifier.fromInternal(table).asCql(true);
  }

  /** The limits in force on the table, by kind, as {@code goodput.limits} has them. */
  Map<String, Integer> limits(String table) {
    Map<String, Integer> limits = new TreeMap<>();
    for (Row row :
        run(
            "SELECT kind, max_per_second FROM goodput.limits"
                + " WHERE keyspace_name = ? AND table_name = ?",
            keyspace,
            table)) {
      limits.put(row.getString("kind"), row.getInt("max_per_second"));
    }
    return limits;
  }

  Totals totals(String table, String kind) {
    Row row =
        run(
                "SELECT accepted, rejected FROM goodput.limits"
                    + " WHERE keyspace_name = ? AND table_name = ? AND kind = ?",
                keyspace,
                table,
                kind)
            .one();
    return new Totals(row.getLong("accepted"), row.getLong("rejected"));
  }

  /** One of the counters in {@code goodput.limits}. */
  long counter(String column, String table, String kind) {
    return run(
            "SELECT %s FROM goodput.limits".formatted(column)
                + " WHERE keyspace_name = ? AND table_name = ? AND kind = ?",
            keyspace,
            table,
            kind)
        .one()
        .getLong(0);
  }

  /** Operations a second on the busiest partition of the table, as this node counts them. */
  double perSecond(String table) {
    return run("SELECT keyspace_name, table_name, per_second FROM goodput.hot_partitions")
        .all()
        .stream()
        .filter(row -> keyspace.equals(row.getString("keyspace_name")))
        .filter(row -> table.equals(row.getString("table_name")))
        .mapToDouble(row -> row.getDouble("per_second"))
        .max()
        .orElse(0);
  }

  /**
   * Asserts that this node has counted each request of a flood that has ended just now, once: its
   * figure is of the last second, and falls when that is over.
   */
  void assertCountedOnce(String table, Flood flood) {
    assertThat(perSecond(table) / flood.acceptedPerSecond()).isBetween(0.3, 1.5);
  }

  /** Asserts that the request is answered with the error of a request over its limit. */
  void assertRefused(String kind, String table, ThrowingCallable request) {
    assertRefusedBy("coordinator", kind, table, request);
  }

  /** The same of a request that the replicas have decided on. */
  void assertRefusedByReplicas(String kind, String table, ThrowingCallable request) {
    assertRefusedBy("replicas", kind, table, request);
  }

  /** The whole text of the error. */
  String refusal(String by, String kind, String table) {
    return "Per-partition rate limit reached for %s in table %s.%s, rejected by %s"
        .formatted(kind, keyspace, table, by);
  }

  private void assertRefusedBy(String by, String kind, String table, ThrowingCallable request) {
    assertThatThrownBy(request)
        .isInstanceOf(InvalidConfigurationInQueryException.class)
        .hasMessage(refusal(by, kind, table));
  }

  @Override
  public void close() {
    session.close();
  }
}
