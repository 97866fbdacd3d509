package io.goodput.cassandra.level;

import io.goodput.cassandra.platform.Platform;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.apache.cassandra.cql3.QueryProcessor;
import org.apache.cassandra.db.ConsistencyLevel;
import org.apache.cassandra.locator.InetAddressAndPort;
import org.apache.cassandra.service.StorageProxy;

/** Creates the keyspace of the service levels and its table. */
final class LevelKeyspace {

  private static final int MOST_REPLICAS = 3;

  /** Nodes that create the table at the same time must create the same one. */
  private static final String TABLE_ID = "6f1dcb5c-2a53-5d0f-8f5b-0d6a7b1f9e21";

  private static final String CREATE_TABLE =
      """
      CREATE TABLE IF NOT EXISTS %s.%s (
        scope text,
        kind text,
        name text,
        shares int,
        timeout_ms bigint,
        workload_type text,
        service_level text,
        PRIMARY KEY (scope, kind, name)
      ) WITH id = %s
        AND comment = 'service levels, and the service levels of roles: use CREATE SERVICE LEVEL'
      """
          .formatted(LevelTable.KEYSPACE, LevelTable.NAME, TABLE_ID);

  private static final int ATTEMPTS = 50;
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  private LevelKeyspace() {}

  /** Creates what is missing, and waits until all nodes that are up know it. */
  static void create() {
    create(
        "CREATE KEYSPACE IF NOT EXISTS %s WITH replication = {'class': 'NetworkTopologyStrategy', %s}"
            .formatted(LevelTable.KEYSPACE, replicas()));
    create(CREATE_TABLE);
    for (int i = 0; i < ATTEMPTS && !isAgreed(); i++) {
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  private static void create(String statement) {
    QueryProcessor.process(statement, ConsistencyLevel.ONE);
  }

  /** Three replicas in each data center, or fewer if it has fewer nodes. */
  private static String replicas() {
    Map<String, Integer> nodes = new TreeMap<>();
    for (InetAddressAndPort node : Platform.ofThisNode().nodes()) {
      nodes.merge(Platform.ofThisNode().dataCenter(node), 1, Integer::sum);
    }
    return nodes.entrySet().stream()
        .map(
            dataCenter ->
                "'%s': %d"
                    .formatted(
                        dataCenter.getKey().replace("'", "''"),
                        Math.min(MOST_REPLICAS, dataCenter.getValue())))
        .collect(Collectors.joining(", "));
  }

  private static boolean isAgreed() {
    return StorageProxy.describeSchemaVersions(false).keySet().stream()
            .filter(version -> !version.equals(StorageProxy.UNREACHABLE))
            .count()
        <= 1;
  }
}
