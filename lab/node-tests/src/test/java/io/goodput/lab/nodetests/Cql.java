package io.goodput.lab.nodetests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.CqlSessionBuilder;
import com.datastax.oss.driver.api.core.auth.AuthenticationException;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.api.core.loadbalancing.NodeDistance;
import com.datastax.oss.driver.api.core.servererrors.InvalidConfigurationInQueryException;
import io.goodput.lab.nodes.Node;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** A client in a keyspace that sends all its requests to one node. */
record Cql(CqlSession session, String keyspace) implements AutoCloseable {

  /** The name and the password of the superuser of a node with authentication. */
  static final String SUPERUSER = "cassandra";

  /** The requests accepted and rejected since the table's limit was set. */
  record Totals(long accepted, long rejected) {}

  /** Connects to the node and creates the keyspace, with one replica, if it does not exist. */
  static Cql connect(Node node, String keyspace) {
    return connect(node, keyspace, 1);
  }

  static Cql connect(Node node, String keyspace, int replicas) {
    return connect(builder(node), keyspace, replicas);
  }

  static Cql connect(CqlSessionBuilder builder, String keyspace, int replicas) {
    CqlSession session = session(builder);
    session.execute(
        "CREATE KEYSPACE IF NOT EXISTS %s WITH replication = {'class': '%s', '%s': %d}"
            .formatted(keyspace, "NetworkTopologyStrategy", "replication_factor", replicas));
    session.execute("USE " + keyspace);
    return new Cql(session, keyspace);
  }

  /** Retries, because Cassandra creates its first role shortly after it starts to serve clients. */
  private static CqlSession session(CqlSessionBuilder builder) {
    return await()
        .atMost(Duration.ofSeconds(60))
        .ignoreExceptionsMatching(Cql::isRefusedLogin)
        .until(builder::build, session -> true);
  }

  private static boolean isRefusedLogin(Throwable failure) {
    return failure instanceof AllNodesFailedException e
        && e.getAllErrors().values().stream()
            .flatMap(List::stream)
            .anyMatch(AuthenticationException.class::isInstance);
  }

  static CqlSessionBuilder builder(Node node) {
    return builder(node, "datacenter1");
  }

  static CqlSessionBuilder builder(Node node, String dataCenter) {
    return CqlSession.builder()
        .addContactPoint(node.contactPoint())
        .withLocalDatacenter(dataCenter)
        .withNodeDistanceEvaluator(
            (other, otherDataCenter) ->
                other.getEndPoint().resolve().equals(node.contactPoint())
                    ? null
                    : NodeDistance.IGNORED)
        .withAuthCredentials(SUPERUSER, SUPERUSER)
        .withConfigLoader(longTimeouts());
  }

  /**
   * Configures long timeouts because the machine may be busy and tests let nodes hang. Omits the
   * driver's delays: one second after a schema change, two seconds at the close of a session.
   */
  static DriverConfigLoader longTimeouts() {
    Duration timeout = Duration.ofSeconds(30);
    return DriverConfigLoader.programmaticBuilder()
        .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, timeout)
        .withDuration(DefaultDriverOption.CONNECTION_INIT_QUERY_TIMEOUT, timeout)
        .withDuration(DefaultDriverOption.CONTROL_CONNECTION_TIMEOUT, timeout)
        .withDuration(DefaultDriverOption.HEARTBEAT_TIMEOUT, timeout)
        .withDuration(DefaultDriverOption.METADATA_SCHEMA_REQUEST_TIMEOUT, timeout)
        .withDuration(DefaultDriverOption.METADATA_SCHEMA_WINDOW, Duration.ofMillis(1))
        .withDuration(DefaultDriverOption.RECONNECTION_MAX_DELAY, Duration.ofSeconds(1))
        .withInt(DefaultDriverOption.REQUEST_TRACE_ATTEMPTS, 500)
        .withDuration(DefaultDriverOption.REQUEST_TRACE_INTERVAL, Duration.ofMillis(20))
        .withInt(DefaultDriverOption.NETTY_IO_SHUTDOWN_QUIET_PERIOD, 0)
        .withInt(DefaultDriverOption.NETTY_ADMIN_SHUTDOWN_QUIET_PERIOD, 0)
        .build();
  }

  ResultSet run(String query, Object... values) {
    return session.execute(SimpleStatement.newInstance(query, values));
  }

  /** Changes the schema and waits until all nodes agree on it. No node may be down. */
  void changeSchema(String... statements) {
    Stream.of(statements).forEach(this::run);
    awaitSchemaAgreement();
  }

  /** Waits for all nodes. The driver itself waits only for the node that it is connected to. */
  void awaitSchemaAgreement() {
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

  String qualifiedName(String table) {
    return keyspace + "." + CqlIdentifier.fromInternal(table).asCql(true);
  }

  /** The value of a setting in {@code goodput.settings}. */
  String setting(String name) {
    return run("SELECT value FROM goodput.settings WHERE name = ?", name).one().getString(0);
  }

  /** Changes a setting in {@code goodput.settings}. */
  void set(String name, String value) {
    run("UPDATE goodput.settings SET value = ? WHERE name = ?", value, name);
  }

  /** The limits of the table by kind, from {@code goodput.limits}. */
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
    Row row = limitRow("accepted, rejected", table, kind);
    return new Totals(row.getLong("accepted"), row.getLong("rejected"));
  }

  /** One of the counters in {@code goodput.limits}. */
  long counter(String column, String table, String kind) {
    return limitRow(column, table, kind).getLong(0);
  }

  /** Columns of the row for this table and kind in {@code goodput.limits}. */
  Row limitRow(String columns, String table, String kind) {
    return run(
            "SELECT %s FROM goodput.limits".formatted(columns)
                + " WHERE keyspace_name = ? AND table_name = ? AND kind = ?",
            keyspace,
            table,
            kind)
        .one();
  }

  /** The rate of requests per second on the table's hottest partition, as this node counts it. */
  double hottestRate(String table) {
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
   * Asserts that this node counts each request of a flood once. A pause of the machine changes the
   * rate, which covers the last second only, so another flood may have to show it.
   */
  void assertCountedOnce(String table, Supplier<Flood> flood) {
    await()
        .atMost(Duration.ofMinutes(1))
        .untilAsserted(
            () -> {
              double accepted = flood.get().acceptedPerSecond();
              assertThat(hottestRate(table) / accepted).isBetween(0.3, 1.5);
            });
  }

  /** The messages of this node's events of a kind. */
  List<String> events(String kind) {
    return run("SELECT kind, message FROM goodput.events").all().stream()
        .filter(row -> kind.equals(row.getString("kind")))
        .map(row -> row.getString("message"))
        .toList();
  }

  /** A count of the row of {@code goodput.node}. */
  long ofNode(String column) {
    return run("SELECT %s FROM goodput.node".formatted(column)).one().getLong(0);
  }

  /** Asserts that the coordinator rejects the request because of a limit. */
  void assertRejected(String kind, String table, ThrowingCallable request) {
    assertRejectedBy("coordinator", kind, table, request);
  }

  /** Asserts that the replicas reject the request because of a limit. */
  void assertRejectedByReplicas(String kind, String table, ThrowingCallable request) {
    assertRejectedBy("replicas", kind, table, request);
  }

  /** The error message of a rejection, without its numbers in parentheses. */
  String rejectionMessage(String by, String kind, String table) {
    return "Per-partition rate limit reached for %s in table %s.%s, rejected by %s"
        .formatted(kind, keyspace, table, by);
  }

  private void assertRejectedBy(String by, String kind, String table, ThrowingCallable request) {
    assertThatThrownBy(request)
        .isInstanceOf(InvalidConfigurationInQueryException.class)
        .hasMessageMatching(
            Pattern.quote(rejectionMessage(by, kind, table))
                + " \\(limit \\d+ per second(, rate \\d+)?(; retry after \\d+ ms)?\\)");
  }

  @Override
  public void close() {
    session.close();
  }
}
