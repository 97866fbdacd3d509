package io.goodput.cassandra.limit;

import io.goodput.cassandra.platform.Platform;
import java.util.Set;
import org.apache.cassandra.db.ColumnFamilyStore;
import org.apache.cassandra.dht.Token;
import org.apache.cassandra.gms.FailureDetector;
import org.apache.cassandra.locator.InetAddressAndPort;
import org.apache.cassandra.schema.TableMetadata;
import org.apache.cassandra.utils.FBUtilities;

/** The replicas of a partition, as Cassandra caches them. */
final class Replicas {

  private Replicas() {}

  /** The nodes that hold the partition with this token. */
  static Set<InetAddressAndPort> of(TableMetadata table, Token token) {
    return Platform.ofThisNode().replicas(table.keyspace, token).endpoints();
  }

  /** Whether this node holds the partition. */
  static boolean isLocal(TableMetadata table, Token token) {
    return of(table, token).contains(FBUtilities.getBroadcastAddressAndPort());
  }

  /**
   * Whether Cassandra makes a logged batch of each write, for the views or triggers of the table.
   */
  static boolean isBatched(TableMetadata table) {
    ColumnFamilyStore store = ColumnFamilyStore.getIfExists(table.id);
    return store == null || !store.viewManager.isEmpty() || !store.metadata().triggers.isEmpty();
  }

  /** Whether all replicas are up, as far as this node knows. */
  static boolean areAlive(TableMetadata table, Token token) {
    return of(table, token).stream().allMatch(FailureDetector.instance::isAlive);
  }
}
