package io.goodput.bench.accuracy;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.type.codec.TypeCodecs;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Tables with limits on a cluster, with a partition for each case. */
final class LimitedPartitions implements AutoCloseable {

  private static final String WARM_UP_TABLE = "warm_up.t";
  private static final long WARM_UP_PER_SECOND = 1000;

  private final CqlSession session;

  /** The key of a partition is the index of its case. */
  private final List<LimitCase> cases;

  private LimitedPartitions(CqlSession session, List<LimitCase> cases) {
    this.session = session;
    this.cases = cases;
  }

  static LimitedPartitions create(List<InetSocketAddress> nodes, List<LimitCase> cases) {
    LimitedPartitions partitions = new LimitedPartitions(connect(nodes), cases);
    try {
      partitions.createTables();
      partitions.fill();
      return partitions;
    } catch (RuntimeException e) {
      partitions.close();
      throw e;
    }
  }

  /** The load of each of these cases on its partition. */
  List<PartitionLoad> loads(List<LimitCase> batch, long start, int seconds) {
    return batch.stream()
        .map(it -> new PartitionLoad(session, turns(it), it.perSecond(), start, seconds))
        .toList();
  }

  /** Reads and writes without a limit, through all nodes. */
  List<PartitionLoad> warmUpLoads(long start, int seconds) {
    return Stream.of("SELECT v FROM %s WHERE k = 0", "UPDATE %s SET v = 1 WHERE k = 0")
        .map(request -> session.prepare(request.formatted(WARM_UP_TABLE)).bind())
        .map(statement -> allNodes().stream().map(statement::setNode).toList())
        .map(turns -> new PartitionLoad(session, turns, WARM_UP_PER_SECOND, start, seconds))
        .toList();
  }

  @Override
  public void close() {
    session.close();
  }

  /** Has long timeouts for a busy machine, and no pause at schema changes. */
  private static CqlSession connect(List<InetSocketAddress> nodes) {
    Duration timeout = Duration.ofSeconds(20);
    return CqlSession.builder()
        .addContactPoints(nodes)
        .withLocalDatacenter("datacenter1")
        .withConfigLoader(
            DriverConfigLoader.programmaticBuilder()
                .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, timeout)
                .withDuration(DefaultDriverOption.CONNECTION_INIT_QUERY_TIMEOUT, timeout)
                .withDuration(DefaultDriverOption.CONTROL_CONNECTION_TIMEOUT, timeout)
                .withDuration(DefaultDriverOption.METADATA_SCHEMA_REQUEST_TIMEOUT, timeout)
                .withDuration(DefaultDriverOption.METADATA_SCHEMA_WINDOW, Duration.ofMillis(1))
                .withInt(DefaultDriverOption.CONNECTION_MAX_REQUESTS, 8192)
                .build())
        .build();
  }

  private void createTables() {
    Set<String> statements = new LinkedHashSet<>();
    statements.add(createKeyspace("warm_up", 3));
    statements.add("CREATE TABLE " + WARM_UP_TABLE + " (k int PRIMARY KEY, v int)");
    for (LimitCase limitCase : cases) {
      statements.add(createKeyspace(keyspace(limitCase), limitCase.replicationFactor()));
      statements.add(
          ("CREATE TABLE %s (k int PRIMARY KEY, v int) WITH per_partition_rate_limit ="
                  + " {'max_reads_per_second': %d, 'max_writes_per_second': %2$d}")
              .formatted(table(limitCase), limitCase.limit()));
    }
    statements.forEach(session::execute);
  }

  /** Without rows, reads would find nothing. */
  private void fill() {
    for (int key = 0; key < cases.size(); key++) {
      session.execute(
          SimpleStatement.newInstance(
                  "INSERT INTO " + table(cases.get(key)) + " (k, v) VALUES (?, ?)", key, key)
              .setConsistencyLevel(DefaultConsistencyLevel.ALL));
    }
  }

  private List<BoundStatement> turns(LimitCase limitCase) {
    int key = cases.indexOf(limitCase);
    String request =
        limitCase.kind() == LimitCase.Kind.READS
            ? "SELECT v FROM %s WHERE k = ?"
            : "UPDATE %s SET v = 1 WHERE k = ?";
    BoundStatement statement =
        session
            .prepare(request.formatted(table(limitCase)))
            .bind(key)
            .setConsistencyLevel(limitCase.consistency());
    return coordinators(limitCase, key).map(statement::setNode).toList();
  }

  private Stream<Node> coordinators(LimitCase limitCase, int key) {
    ByteBuffer encoded = TypeCodecs.INT.encode(key, session.getContext().getProtocolVersion());
    Set<Node> replicas =
        session.getMetadata().getTokenMap().orElseThrow().getReplicas(keyspace(limitCase), encoded);
    return switch (limitCase.routing()) {
      case TOKEN_AWARE -> replicas.stream();
      case ROUND_ROBIN -> allNodes().stream();
      case ONE_REPLICA -> replicas.stream().limit(1);
      case ONE_OTHER -> allNodes().stream().filter(node -> !replicas.contains(node)).limit(1);
    };
  }

  private Collection<Node> allNodes() {
    return session.getMetadata().getNodes().values();
  }

  private static String createKeyspace(String name, int replicationFactor) {
    return ("CREATE KEYSPACE %s WITH replication ="
            + " {'class': 'SimpleStrategy', 'replication_factor': %d}")
        .formatted(name, replicationFactor);
  }

  private static String keyspace(LimitCase limitCase) {
    return "rf" + limitCase.replicationFactor();
  }

  private static String table(LimitCase limitCase) {
    return keyspace(limitCase) + ".limit" + limitCase.limit();
  }
}
