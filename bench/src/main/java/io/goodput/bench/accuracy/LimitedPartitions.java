package io.goodput.bench.accuracy;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.type.codec.TypeCodecs;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Tables with limits on a cluster, and a partition in them for every case. */
final class LimitedPartitions implements AutoCloseable {

  private static final String WARM_UP_KEYSPACE = "warm_up";
  private static final String WARM_UP_TABLE = WARM_UP_KEYSPACE + ".t";
  private static final long WARM_UP_PER_SECOND = 1000;

  private final CqlSession session;
  private final Map<LimitCase, Integer> keys = new HashMap<>();

  private LimitedPartitions(CqlSession session) {
    this.session = session;
  }

  static LimitedPartitions create(List<InetSocketAddress> nodes, List<LimitCase> cases) {
    LimitedPartitions partitions = new LimitedPartitions(connect(nodes));
    try {
      partitions.createTables(cases);
      partitions.fill(cases);
      return partitions;
    } catch (RuntimeException e) {
      partitions.close();
      throw e;
    }
  }

  /** A load on the partition of the case. */
  PartitionLoad load(LimitCase limitCase, long start, int seconds) {
    return new PartitionLoad(session, turns(limitCase), limitCase.perSecond(), start, seconds);
  }

  /** Reads and writes without a limit, through all nodes. */
  List<PartitionLoad> warmUpLoads(long start, int seconds) {
    return Stream.of("SELECT v FROM %s WHERE k = 0", "UPDATE %s SET v = 1 WHERE k = 0")
        .map(request -> session.prepare(request.formatted(WARM_UP_TABLE)).bind())
        .map(
            statement ->
                allNodes().stream().<Statement<?>>map(node -> statement.setNode(node)).toList())
        .map(turns -> new PartitionLoad(session, turns, WARM_UP_PER_SECOND, start, seconds))
        .toList();
  }

  @Override
  public void close() {
    session.close();
  }

  /** Patient, since the machine is busy; but no schema change waits a second for others. */
  private static CqlSession connect(List<InetSocketAddress> nodes) {
    Duration patience = Duration.ofSeconds(20);
    return CqlSession.builder()
        .addContactPoints(nodes)
        .withLocalDatacenter("datacenter1")
        .withConfigLoader(
            DriverConfigLoader.programmaticBuilder()
                .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, patience)
                .withDuration(DefaultDriverOption.CONNECTION_INIT_QUERY_TIMEOUT, patience)
                .withDuration(DefaultDriverOption.CONTROL_CONNECTION_TIMEOUT, patience)
                .withDuration(DefaultDriverOption.METADATA_SCHEMA_REQUEST_TIMEOUT, patience)
                .withDuration(DefaultDriverOption.METADATA_SCHEMA_WINDOW, Duration.ofMillis(1))
                .withInt(DefaultDriverOption.CONNECTION_MAX_REQUESTS, 8192)
                .build())
        .build();
  }

  private void createTables(List<LimitCase> cases) {
    Set<String> statements = new LinkedHashSet<>();
    statements.add(keyspace(WARM_UP_KEYSPACE, 3));
    statements.add("CREATE TABLE " + WARM_UP_TABLE + " (k int PRIMARY KEY, v int)");
    for (LimitCase limitCase : cases) {
      statements.add(keyspace(keyspaceOf(limitCase), limitCase.replicationFactor()));
      statements.add(
          ("CREATE TABLE %s (k int PRIMARY KEY, v int) WITH per_partition_rate_limit ="
                  + " {'max_reads_per_second': %d, 'max_writes_per_second': %2$d}")
              .formatted(tableOf(limitCase), limitCase.limit()));
    }
    statements.forEach(session::execute);
  }

  /** So that reads find a row. */
  private void fill(List<LimitCase> cases) {
    for (LimitCase limitCase : cases) {
      int key = keys.size();
      keys.put(limitCase, key);
      session.execute(
          SimpleStatement.newInstance(
                  "INSERT INTO " + tableOf(limitCase) + " (k, v) VALUES (?, ?)", key, key)
              .setConsistencyLevel(Consistency.ALL.level()));
    }
  }

  private List<Statement<?>> turns(LimitCase limitCase) {
    String request =
        limitCase.kind() == Kind.READS
            ? "SELECT v FROM %s WHERE k = ?"
            : "UPDATE %s SET v = 1 WHERE k = ?";
    int key = keyOf(limitCase);
    BoundStatement statement =
        session
            .prepare(request.formatted(tableOf(limitCase)))
            .bind(key)
            .setConsistencyLevel(limitCase.consistency().level());
    List<Statement<?>> turns = new ArrayList<>();
    for (Node node : coordinators(limitCase, key)) {
      turns.add(statement.setNode(node));
    }
    return turns;
  }

  private List<Node> coordinators(LimitCase limitCase, int key) {
    ByteBuffer encoded = TypeCodecs.INT.encode(key, session.getContext().getProtocolVersion());
    Set<Node> replicas =
        session
            .getMetadata()
            .getTokenMap()
            .orElseThrow()
            .getReplicas(keyspaceOf(limitCase), encoded);
    Collection<Node> all = allNodes();
    return switch (limitCase.routing()) {
      case TOKEN_AWARE -> List.copyOf(replicas);
      case ROUND_ROBIN -> List.copyOf(all);
      case ONE_COORDINATOR -> replicas.stream().limit(1).toList();
      case ONE_OTHER -> all.stream().filter(node -> !replicas.contains(node)).limit(1).toList();
    };
  }

  private Collection<Node> allNodes() {
    return session.getMetadata().getNodes().values();
  }

  private int keyOf(LimitCase limitCase) {
    Integer key = keys.get(limitCase);
    if (key == null) {
      throw new IllegalArgumentException("no partition was made for " + limitCase);
    }
    return key;
  }

  private static String keyspace(String name, int replicationFactor) {
    return "CREATE KEYSPACE %s WITH replication = {'class': 'SimpleStrategy', '%s': %d}"
        .formatted(name, "replication_factor", replicationFactor);
  }

  private static String keyspaceOf(LimitCase limitCase) {
    return "rf" + limitCase.replicationFactor();
  }

  private static String tableOf(LimitCase limitCase) {
    return keyspaceOf(limitCase) + ".limit" + limitCase.limit();
  }
}
