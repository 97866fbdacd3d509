package io.goodput.lab.bench.accuracy;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import io.goodput.lab.bench.accuracy.LimitCase.Kind;
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

  /** What the second partition of a request has more in its key. */
  private static final int OTHER_PARTITION = 1_000_000;

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
          ("CREATE TABLE %s (k int PRIMARY KEY, v %s) WITH per_partition_rate_limit ="
                  + " {'max_reads_per_second': %d, 'max_writes_per_second': %3$d}")
              .formatted(
                  table(limitCase),
                  limitCase.kind() == Kind.COUNTERS ? "counter" : "int",
                  limitCase.limit()));
    }
    statements.forEach(session::execute);
    // Without rows, reads would find nothing.
    for (int key = 0; key < cases.size(); key++) {
      String write =
          cases.get(key).kind() == Kind.COUNTERS ? Kind.COUNTERS.request() : Kind.WRITES.request();
      session.execute(
          SimpleStatement.newInstance(write.formatted(table(cases.get(key))), key)
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
    PreparedStatement request =
        session.prepare(limitCase.kind().request().formatted(table(limitCase)));
    int key = cases.indexOf(limitCase);
    BoundStatement statement =
        (request.getVariableDefinitions().size() == 1
                ? request.bind(key)
                : request.bind(key, key + OTHER_PARTITION))
            .setConsistencyLevel(limitCase.consistency());
    Stream<Node> coordinators =
        switch (limitCase.routing()) {
          case TOKEN_AWARE -> replicas(statement).stream();
          case ROUND_ROBIN -> allNodes().stream();
          case ONE_REPLICA -> replicas(statement).stream().limit(1);
          case ONE_OTHER ->
              allNodes().stream().filter(node -> !replicas(statement).contains(node)).limit(1);
        };
    return coordinators.map(statement::setNode).toList();
  }

  private Set<Node> replicas(BoundStatement statement) {
    return session
        .getMetadata()
        .getTokenMap()
        .orElseThrow()
        .getReplicas(statement.getRoutingKeyspace(), statement.getRoutingKey());
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
    return "rf%d.%s%d"
        .formatted(
            limitCase.replicationFactor(),
            limitCase.kind() == Kind.COUNTERS ? "counter" : "limit",
            limitCase.limit());
  }
}
