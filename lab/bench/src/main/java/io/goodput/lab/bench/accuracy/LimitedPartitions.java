package io.goodput.lab.bench.accuracy;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Metadata;
import com.datastax.oss.driver.api.core.metadata.Node;
import io.goodput.lab.bench.accuracy.LimitCase.Kind;
import io.goodput.lab.bench.load.LoadClient;
import io.goodput.lab.bench.load.OpenLoop.Load;
import io.goodput.lab.bench.load.Requests;
import io.goodput.lab.nodes.TemporaryCluster;
import java.nio.ByteBuffer;
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
record LimitedPartitions(TemporaryCluster nodes, LoadClient client, List<LimitCase> cases) {

  private static final int WARM_UP_PER_SECOND = 1000;
  private static final int MAX_IN_FLIGHT = 256;

  /** What the second partition of a request has more in its key. */
  private static final int OTHER_PARTITION = 1_000_000;

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
    // Through one node: another may not know yet what the statement before has created.
    Node one = client.session().getMetadata().getNodes().values().iterator().next();
    for (String statement : statements) {
      client.session().execute(SimpleStatement.newInstance(statement).setNode(one));
    }
    nodes.cluster().awaitReady(progress -> {});
    // Without rows, reads would find nothing.
    for (int key = 0; key < cases.size(); key++) {
      String write =
          cases.get(key).kind() == Kind.COUNTERS ? Kind.COUNTERS.request() : Kind.WRITES.request();
      client
          .session()
          .execute(
              SimpleStatement.newInstance(write.formatted(table(cases.get(key))), key)
                  .setConsistencyLevel(DefaultConsistencyLevel.ALL));
    }
  }

  /** The load of a case on its partition. */
  Load load(LimitCase limitCase) {
    int key = cases.indexOf(limitCase);
    String request = limitCase.kind().request();
    List<ByteBuffer> keys =
        Stream.of(key, key + OTHER_PARTITION)
            .limit(request.chars().filter(character -> character == '?').count())
            .map(LoadClient::encoded)
            .toList();
    return load(
        (double) limitCase.perSecond(),
        client.requests(
            request.formatted(table(limitCase)),
            limitCase.consistency(),
            List.of(keys),
            coordinators(limitCase, LoadClient.encoded(key))));
  }

  /** Reads and writes without a limit, through all nodes. */
  List<Load> warmUpLoads() {
    return Stream.of(
            "SELECT v FROM rf3.warm_up WHERE k = 0", "UPDATE rf3.warm_up SET v = 1 WHERE k = 0")
        .map(it -> client.requests(it, DefaultConsistencyLevel.ONE, List.of(List.of())))
        .map(requests -> load(WARM_UP_PER_SECOND, requests))
        .toList();
  }

  /** Every answer is in time. */
  private static Load load(double perSecond, Requests requests) {
    return new Load(requests, perSecond, 0, MAX_IN_FLIGHT, Duration.ofDays(1));
  }

  private List<Node> coordinators(LimitCase limitCase, ByteBuffer key) {
    Metadata metadata = client.session().getMetadata();
    Collection<Node> all = metadata.getNodes().values();
    Set<Node> replicas =
        metadata
            .getTokenMap()
            .orElseThrow()
            .getReplicas(CqlIdentifier.fromCql("rf" + limitCase.replicationFactor()), key);
    return switch (limitCase.routing()) {
      case TOKEN_AWARE -> List.copyOf(replicas);
      case ROUND_ROBIN -> List.copyOf(all);
      case ONE_REPLICA -> replicas.stream().limit(1).toList();
      case ONE_OTHER -> all.stream().filter(node -> !replicas.contains(node)).limit(1).toList();
    };
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
