package io.goodput.cassandra.platform;

import org.apache.cassandra.cql3.QueryOptions;
import org.apache.cassandra.schema.TableMetadata;
import org.apache.cassandra.service.ClientState;

/** The line of Cassandra that a node runs. Thread-safe. */
public interface Platform {

  /** The line of this node. */
  static Platform ofThisNode() {
    return ThisNode.PLATFORM;
  }

  /** The time that the client wants the request to be executed at, in seconds since 1970. */
  long nowInSeconds(QueryOptions options, long ifNotSet);

  /** Whether columns of the table are masked from some roles. */
  boolean hasMasks(TableMetadata table);

  /** Whether no mask of the table applies to the client. */
  boolean seesUnmasked(ClientState client, TableMetadata table);

  /**
   * Whether the client may see the partition keys of a table: it may read the table, and no mask
   * hides a column of the key from it.
   */
  boolean maySeeKeys(ClientState client, TableMetadata table);
}
