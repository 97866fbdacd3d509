package io.goodput.buckets.cassandra;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.CqlSession;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/**
 * A table of a keyspace.
 *
 * @param name in CQL
 */
record Table(CqlSession session, String keyspace, String name) {

  /**
   * As long as Cassandra keeps a row of {@code system.paxos} in any case. With the default of ten
   * days, each transaction leaves such a row for as long.
   */
  private static final int GRACE_SECONDS = 3 * 3600;

  /** As in CQL, with the keyspace. */
  String qualified() {
    return CqlIdentifier.fromInternal(keyspace).asCql(true) + "." + name;
  }

  /**
   * Creates the table if it does not exist. Its id follows from its name, so that clients that
   * create it at the same time through different nodes create the same table.
   */
  void create(String columns) {
    String text = "goodput " + qualified();
    UUID id = UUID.nameUUIDFromBytes(text.getBytes(StandardCharsets.UTF_8));
    session.execute(
        "CREATE TABLE IF NOT EXISTS %s (%s) WITH id = %s AND gc_grace_seconds = %d"
            .formatted(qualified(), columns, id, GRACE_SECONDS));
  }
}
