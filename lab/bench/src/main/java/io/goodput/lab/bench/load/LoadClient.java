package io.goodput.lab.bench.load;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.CqlSessionBuilder;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.auth.AuthenticationException;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.internal.core.session.DefaultSession;
import com.datastax.oss.protocol.internal.Message;
import com.datastax.oss.protocol.internal.request.Execute;
import com.datastax.oss.protocol.internal.request.query.QueryOptions;
import com.datastax.oss.protocol.internal.util.Bytes;
import io.goodput.lab.nodes.TemporaryCluster;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * A client with one connection to each node and one thread for all connections.
 *
 * @param session for statements that are not part of a load
 */
public record LoadClient(CqlSession session) implements AutoCloseable {

  /** Requests that the protocol can distinguish on a connection, about. */
  public static final int MAX_IN_FLIGHT_PER_NODE = 32_000;

  /** Connects to nodes. Requests of the {@link #session} time out after 20 seconds. */
  public static LoadClient connect(List<InetSocketAddress> nodes) {
    return connect(CqlSession.builder().addContactPoints(nodes));
  }

  /** Connects as a builder with contact points, and perhaps with a login, says. */
  public static LoadClient connect(CqlSessionBuilder builder) {
    return new LoadClient(
        builder.withConfigLoader(DriverConfigLoader.fromClasspath("load-client")).build());
  }

  /**
   * Connects as a role whose password is its name. Waits up to a minute for the role: Cassandra
   * creates the first one shortly after it starts.
   */
  public static LoadClient connectAs(
      String role, List<InetSocketAddress> nodes, Supplier<CqlSessionBuilder> builder)
      throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
    while (true) {
      try {
        return connect(builder.get().addContactPoints(nodes).withAuthCredentials(role, role));
      } catch (AllNodesFailedException e) {
        if (!isRefusedLogin(e) || System.nanoTime() > end) {
          throw e;
        }
        TimeUnit.SECONDS.sleep(1);
      }
    }
  }

  private static boolean isRefusedLogin(AllNodesFailedException failure) {
    return failure.getAllErrors().values().stream()
        .flatMap(List::stream)
        .anyMatch(AuthenticationException.class::isInstance);
  }

  /**
   * Prepares a statement for a load on all nodes in turn; each row of encoded parameters makes one
   * request.
   */
  public Requests requests(
      String statement, ConsistencyLevel consistency, List<List<ByteBuffer>> rows) {
    return requests(
        statement, consistency, rows, List.copyOf(session.getMetadata().getNodes().values()));
  }

  /** The same, for a load on these nodes in turn. */
  public Requests requests(
      String statement,
      ConsistencyLevel consistency,
      List<List<ByteBuffer>> rows,
      List<Node> coordinators) {
    byte[] id = Bytes.getArray(session.prepare(statement).getId());
    return new Requests(
        (DefaultSession) session,
        coordinators,
        rows.stream().<Message>map(row -> new Execute(id, options(consistency, row))).toList());
  }

  /** An int as a parameter of a request. */
  public static ByteBuffer encoded(int value) {
    return ByteBuffer.allocate(Integer.BYTES).putInt(0, value);
  }

  /** Executes writes on all replicas, several at once. */
  public void write(Stream<BoundStatement> writes) {
    writes
        .parallel()
        .forEach(row -> session.execute(row.setConsistencyLevel(DefaultConsistencyLevel.ALL)));
  }

  /** Creates the keyspace {@code bench}, with a replica on each node, and tables in it. */
  public void create(TemporaryCluster nodes, String... tables) {
    session.execute(
        "CREATE KEYSPACE bench WITH replication ="
            + " {'class': 'NetworkTopologyStrategy', 'replication_factor': %d}"
                .formatted(nodes.cluster().nodes().size()));
    for (String table : tables) {
      session.execute("CREATE TABLE bench." + table);
    }
    // The driver checks schema agreement only with the nodes that it has connected to.
    nodes.cluster().awaitReady(progress -> {});
  }

  /** Changes one of Goodput's settings on each node. */
  public void set(String name, String value) {
    for (Node node : session.getMetadata().getNodes().values()) {
      session.execute(
          SimpleStatement.newInstance(
                  "UPDATE goodput.settings SET value = ? WHERE name = ?", value, name)
              .setNode(node));
    }
  }

  private static QueryOptions options(ConsistencyLevel consistency, List<ByteBuffer> values) {
    QueryOptions defaults = QueryOptions.DEFAULT;
    return new QueryOptions(
        consistency.getProtocolCode(),
        values,
        defaults.namedValues,
        true,
        defaults.pageSize,
        defaults.pagingState,
        defaults.serialConsistency,
        defaults.defaultTimestamp,
        defaults.keyspace,
        defaults.nowInSeconds);
  }

  @Override
  public void close() {
    session.close();
  }
}
