package io.goodput.bench.load;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.internal.core.session.DefaultSession;
import com.datastax.oss.protocol.internal.Message;
import com.datastax.oss.protocol.internal.request.Execute;
import com.datastax.oss.protocol.internal.request.query.QueryOptions;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A client with one connection to each node and one thread for all of them. */
public final class LoadClient implements AutoCloseable {

  /** As many as the protocol can tell apart on a connection, in requests. */
  public static final int MAX_IN_FLIGHT_PER_NODE = 32_000;

  private static final Duration RECONNECT = Duration.ofSeconds(1);
  private static final int UNLIMITED_PAGE = -1;

  private final CqlSession session;

  private LoadClient(CqlSession session) {
    this.session = session;
  }

  /** A client of these nodes, which are patiently waited for. */
  public static LoadClient connect(List<InetSocketAddress> nodes) {
    Duration patience = Duration.ofSeconds(20);
    Duration never = Duration.ofHours(1);
    return new LoadClient(
        CqlSession.builder()
            .addContactPoints(nodes)
            .withLocalDatacenter("datacenter1")
            .withConfigLoader(
                DriverConfigLoader.programmaticBuilder()
                    // Later versions put a checksum on every message.
                    .withString(DefaultDriverOption.PROTOCOL_VERSION, "V4")
                    .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, patience)
                    .withDuration(DefaultDriverOption.CONNECTION_INIT_QUERY_TIMEOUT, patience)
                    .withDuration(DefaultDriverOption.CONTROL_CONNECTION_TIMEOUT, patience)
                    .withDuration(DefaultDriverOption.METADATA_SCHEMA_REQUEST_TIMEOUT, patience)
                    .withDuration(DefaultDriverOption.METADATA_SCHEMA_WINDOW, Duration.ofMillis(1))
                    // An overloaded node must not lose its connection over a late heartbeat.
                    .withDuration(DefaultDriverOption.HEARTBEAT_INTERVAL, never)
                    // A node that restarts is to have its share as soon as it is up.
                    .withDuration(DefaultDriverOption.RECONNECTION_MAX_DELAY, RECONNECT)
                    .withDuration(DefaultDriverOption.RECONNECTION_BASE_DELAY, RECONNECT)
                    .withInt(DefaultDriverOption.CONNECTION_MAX_REQUESTS, MAX_IN_FLIGHT_PER_NODE)
                    .withInt(DefaultDriverOption.CONNECTION_POOL_LOCAL_SIZE, 1)
                    .withInt(DefaultDriverOption.NETTY_IO_SIZE, 1)
                    .withInt(DefaultDriverOption.NETTY_ADMIN_SIZE, 1)
                    // Nothing is sent any more when it is closed.
                    .withInt(DefaultDriverOption.NETTY_IO_SHUTDOWN_QUIET_PERIOD, 0)
                    .withInt(DefaultDriverOption.NETTY_ADMIN_SHUTDOWN_QUIET_PERIOD, 0)
                    .build())
            .build());
  }

  /** For what is no load. */
  public CqlSession session() {
    return session;
  }

  /**
   * The same statement with different values, sent to all nodes in turn.
   *
   * @param values of one request each, encoded
   */
  public Requests requests(
      String statement, ConsistencyLevel consistency, List<List<ByteBuffer>> values) {
    byte[] id = bytesOf(session.prepare(statement).getId());
    List<Message> messages =
        values.stream()
            .<Message>map(bound -> new Execute(id, options(consistency, bound)))
            .toList();
    return new Requests(
        (DefaultSession) session, List.copyOf(session.getMetadata().getNodes().values()), messages);
  }

  @Override
  public void close() {
    session.close();
  }

  private static QueryOptions options(ConsistencyLevel consistency, List<ByteBuffer> values) {
    return new QueryOptions(
        consistency.getProtocolCode(),
        values,
        Map.of(),
        true,
        UNLIMITED_PAGE,
        null,
        ConsistencyLevel.SERIAL.getProtocolCode(),
        QueryOptions.NO_DEFAULT_TIMESTAMP,
        null,
        QueryOptions.NO_NOW_IN_SECONDS);
  }

  private static byte[] bytesOf(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.duplicate().get(bytes);
    return bytes;
  }
}
