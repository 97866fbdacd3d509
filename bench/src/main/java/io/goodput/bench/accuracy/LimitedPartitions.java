package io.goodput.bench.accuracy;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Tables with limits on a cluster, with a partition for each case.
 *
 * @param cases the index of a case is the key of its partition
 */
record LimitedPartitions(CqlSession session, List<LimitCase> cases) {

  private static final long WARM_UP_PER_SECOND = 1000;

  /** Has long timeouts for a busy machine, and no pause at schema changes. */
  static CqlSession connect(List<InetSocketAddress> nodes) {
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

  void createTables() {
    Set<String> statements = new LinkedHashSet<>();
    statements.add(createKeyspace(3));
    statements.add("CREATE TABLE rf3.warm_up (k int PRIMARY KEY, v int)");
    for (LimitCase limitCase : cases) {
      statements.add(createKeyspace(limitCase.replicationFactor()));
      statements.add(
          ("CREATE TABLE %s (k int PRIMARY KEY, v int) WITH per_partition_rate_limit ="
                  + " {'max_reads_per_second': %d, 'max_writes_per_second': %2$d}")
              .formatted(table(limitCase), limitCase.limit()));
    }
    statements.forEach(session::execute);
    // Without rows, reads would find nothing.
    for (int key = 0; key < cases.size(); key++) {
      session.execute(
          SimpleStatement.newInstance(
                  "INSERT INTO " + table(cases.get(key)) + " (k, v) VALUES (?, ?)", key, key)
              .setConsistencyLevel(DefaultConsistencyLevel.ALL));
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
    return Stream.of(
            "SELECT v FROM rf3.warm_up WHERE k = 0", "UPDATE rf3.warm_up SET v = 1 WHERE k = 0")
        .map(request -> session.prepare(request).bind())
        .map(statement -> allNodes().stream().map(statement::setNode).toList())
        .map(turns -> new PartitionLoad(session, turns, WARM_UP_PER_SECOND, start, seconds))
        .toList();
  }

  private List<BoundStatement> turns(LimitCase limitCase) {
    String request =
        limitCase.kind() == LimitCase.Kind.READS
            ? "SELECT v FROM %s WHERE k = ?"
            : "UPDATE %s SET v = 1 WHERE k = ?";
    BoundStatement statement =
        session
            .prepare(request.formatted(table(limitCase)))
            .bind(cases.indexOf(limitCase))
            .setConsistencyLevel(limitCase.consistency());
    Set<Node> replicas =
        session
            .getMetadata()
            .getTokenMap()
            .orElseThrow()
            .getReplicas(statement.getRoutingKeyspace(), statement.getRoutingKey());
    Stream<Node> coordinators =
        switch (limitCase.routing()) {
          case TOKEN_AWARE -> replicas.stream();
          case ROUND_ROBIN -> allNodes().stream();
          case ONE_REPLICA -> replicas.stream().limit(1);
          case ONE_OTHER -> allNodes().stream().filter(node -> !replicas.contains(node)).limit(1);
        };
    return coordinators.map(statement::setNode).toList();
  }

  private Collection<Node> allNodes() {
    return session.getMetadata().getNodes().values();
  }

  private static String createKeyspace(int replicationFactor) {
    return ("CREATE KEYSPACE rf%d WITH replication ="
            + " {'class': 'SimpleStrategy', 'replication_factor': %1$d}")
        .formatted(replicationFactor);
  }

  private static String table(LimitCase limitCase) {
    return "rf%d.limit%d".formatted(limitCase.replicationFactor(), limitCase.limit());
  }
}
