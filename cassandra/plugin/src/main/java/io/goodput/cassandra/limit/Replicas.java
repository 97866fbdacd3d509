package io.goodput.cassandra.limit;

import org.apache.cassandra.dht.Token;
import org.apache.cassandra.schema.TableMetadata;

/** What a coordinator knows of the replicas of a partition. Thread-safe. */
interface Replicas {

  /** Whether this node holds the partition. */
  boolean isLocal(TableMetadata table, Token token);

  /** Whether all replicas are up, as far as this node knows. */
  boolean areAlive(TableMetadata table, Token token);

  /** Whether Cassandra makes a logged batch of each write, for views or triggers of the table. */
  boolean isBatched(TableMetadata table);

  /** Whether plain reads and writes reach the replicas as messages of their own kind. */
  boolean getPlainMessages(TableMetadata table);
}
