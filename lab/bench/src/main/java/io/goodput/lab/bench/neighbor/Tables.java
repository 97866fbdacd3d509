package io.goodput.lab.bench.neighbor;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import io.goodput.lab.bench.TemporaryCluster;
import java.nio.ByteBuffer;
import java.util.stream.IntStream;

/** A table for each of the two roles, with many small partitions in memory. */
final class Tables {

  /** A prime, so that clients send reads of each partition to all nodes in turn. */
  static final int PARTITIONS = 4999;

  static final int BODY_BYTES = 200;

  private Tables() {}

  static void create(TemporaryCluster nodes, CqlSession session) {
    nodes.create(
        session,
        "posts (id int PRIMARY KEY, body blob)",
        "archive (id int PRIMARY KEY, body blob)");
    fill(session, "posts");
    fill(session, "archive");
  }

  private static void fill(CqlSession session, String table) {
    PreparedStatement insert =
        session.prepare("INSERT INTO bench.%s (id, body) VALUES (?, ?)".formatted(table));
    IntStream.range(0, PARTITIONS)
        .mapToObj(id -> insert.bind(id, ByteBuffer.allocate(BODY_BYTES)))
        .parallel()
        .forEach(row -> session.execute(row.setConsistencyLevel(DefaultConsistencyLevel.ALL)));
  }

  static ByteBuffer bytes(int value) {
    return ByteBuffer.allocate(Integer.BYTES).putInt(0, value);
  }
}
