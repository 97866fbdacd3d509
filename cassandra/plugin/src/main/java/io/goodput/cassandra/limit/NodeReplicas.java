package io.goodput.cassandra.limit;

import io.goodput.cassandra.platform.Platform;
import java.util.Set;
import org.apache.cassandra.db.ColumnFamilyStore;
import org.apache.cassandra.dht.Token;
import org.apache.cassandra.gms.FailureDetector;
import org.apache.cassandra.locator.InetAddressAndPort;
import org.apache.cassandra.schema.TableMetadata;
import org.apache.cassandra.utils.FBUtilities;

/** The replicas as Cassandra knows them on this node. */
final class NodeReplicas implements Replicas {

  /** The nodes that hold the partition with this token. */
  static Set<InetAddressAndPort> of(TableMetadata table, Token token) {
    return Platform.ofThisNode().replicas(table.keyspace, token).endpoints();
  }

  @Override
  public boolean isLocal(TableMetadata table, Token token) {
    return of(table, token).contains(FBUtilities.getBroadcastAddressAndPort());
  }

  @Override
  public boolean areAlive(TableMetadata table, Token token) {
    return of(table, token).stream().allMatch(FailureDetector.instance::isAlive);
  }

  @Override
  public boolean isBatched(TableMetadata table) {
    ColumnFamilyStore store = ColumnFamilyStore.getIfExists(table.id);
    return store == null || !store.viewManager.isEmpty() || !store.metadata().triggers.isEmpty();
  }

  @Override
  public boolean getPlainMessages(TableMetadata table) {
    return Platform.ofThisNode().sendsPlainMessages(table);
  }
}
