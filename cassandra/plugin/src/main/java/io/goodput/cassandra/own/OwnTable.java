package io.goodput.cassandra.own;

import io.goodput.cassandra.platform.Platform;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.apache.cassandra.auth.AuthProperties;
import org.apache.cassandra.cql3.QueryProcessor;
import org.apache.cassandra.cql3.UntypedResultSet;
import org.apache.cassandra.db.ConsistencyLevel;
import org.apache.cassandra.db.Keyspace;
import org.apache.cassandra.exceptions.RequestExecutionException;
import org.apache.cassandra.exceptions.UnavailableException;
import org.apache.cassandra.exceptions.WriteTimeoutException;
import org.apache.cassandra.locator.InetAddressAndPort;
import org.apache.cassandra.schema.KeyspaceMetadata;
import org.apache.cassandra.schema.TableMetadata;
import org.apache.cassandra.service.StorageProxy;
import org.jspecify.annotations.Nullable;

/**
 * A replicated table of Goodput's own, alone in its keyspace. Its consistency levels are those of
 * roles.
 *
 * @param definition the columns and the key, in CQL
 * @param properties the properties of the table, in CQL; its id among them, because nodes that
 *     create the table at the same time must create the same one
 */
public record OwnTable(String keyspace, String name, String definition, String properties) {

  private static final int MOST_REPLICAS = 3;
  private static final int ATTEMPTS = 50;
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  /** The name with that of its keyspace, for statements. */
  public String qualifiedName() {
    return keyspace + "." + name;
  }

  /** Whether this node can read the table. */
  public boolean exists() {
    TableMetadata table = metadata();
    return table != null && isOpen(table);
  }

  /** Whether the table has just been created, so that this node knows it but cannot read it yet. */
  public boolean isOpening() {
    TableMetadata table = metadata();
    return table != null && !isOpen(table);
  }

  private @Nullable TableMetadata metadata() {
    return Platform.ofThisNode().schema().getTableMetadata(keyspace, name);
  }

  private static boolean isOpen(TableMetadata table) {
    Keyspace open = Platform.ofThisNode().schema().getKeyspaceInstance(table.keyspace);
    return open != null && open.hasColumnFamilyStore(table.id);
  }

  /** Creates what is missing, and waits until all nodes that are up know it. */
  public void createIfMissing() {
    if (exists()) {
      return;
    }
    process(
        "CREATE KEYSPACE IF NOT EXISTS %s WITH replication = {'class': 'NetworkTopologyStrategy', %s}"
            .formatted(keyspace, replicas()));
    process(
        "CREATE TABLE IF NOT EXISTS %s (%s) WITH %s"
            .formatted(qualifiedName(), definition, properties));
    for (int i = 0; i < ATTEMPTS && !isAgreed(); i++) {
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  private static void process(String statement) {
    QueryProcessor.process(statement, ConsistencyLevel.ONE);
  }

  /**
   * Executes a SELECT.
   *
   * @throws RequestExecutionException for example if too few replicas are up
   */
  public UntypedResultSet read(String select) {
    return QueryProcessor.execute(select, AuthProperties.instance.getReadConsistencyLevel());
  }

  /**
   * Executes a statement that writes.
   *
   * @throws RequestExecutionException for example if too few replicas are up
   */
  public void write(String statement, @Nullable Object... values) {
    QueryProcessor.execute(statement, AuthProperties.instance.getWriteConsistencyLevel(), values);
  }

  /**
   * The same, but if another data center is down or slow, the change is written here at least.
   * Returns whether all data centers have it.
   *
   * @throws RequestExecutionException for example if too few replicas of this data center are up
   */
  public boolean writeHereAtLeast(String statement, @Nullable Object... values) {
    try {
      write(statement, values);
      return true;
    } catch (UnavailableException | WriteTimeoutException e) {
      if (AuthProperties.instance.getWriteConsistencyLevel() != ConsistencyLevel.EACH_QUORUM
          || !spansDataCenters()) {
        throw e;
      }
      QueryProcessor.execute(statement, ConsistencyLevel.LOCAL_QUORUM, values);
      return false;
    }
  }

  private boolean spansDataCenters() {
    KeyspaceMetadata stored = Platform.ofThisNode().schema().getKeyspaceMetadata(keyspace);
    return stored != null && stored.params.replication.options.size() > 1;
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
