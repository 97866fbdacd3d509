package io.goodput.bench.hotpartition;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import io.goodput.bench.TemporaryCluster;
import io.goodput.bench.load.LoadClient;
import io.goodput.bench.load.Requests;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** Reads of a table with many small partitions in memory and a hot partition with a larger row. */
record Posts(CqlSession session, Requests uniform, Requests hot) {

  /** A prime, so that the client sends reads of each partition to all nodes in turn. */
  private static final int PARTITIONS = 4999;

  private static final int HOT = -1;

  /** Creates and fills the table. Each client has its own connections. */
  static Posts create(
      TemporaryCluster nodes, LoadClient operator, LoadClient user, LoadClient attacker) {
    CqlSession session = operator.session();
    nodes.create(session, "posts (id int PRIMARY KEY, body blob)");
    PreparedStatement insert = session.prepare("INSERT INTO bench.posts (id, body) VALUES (?, ?)");
    IntStream.range(HOT, PARTITIONS)
        .mapToObj(id -> insert.bind(id, ByteBuffer.allocate(id == HOT ? 5000 : 500)))
        .parallel()
        .forEach(row -> session.execute(row.setConsistencyLevel(DefaultConsistencyLevel.ALL)));
    return new Posts(
        session,
        reads(user, new Random(1).ints(PARTITIONS, 0, PARTITIONS)),
        reads(attacker, IntStream.of(HOT)));
  }

  private static Requests reads(LoadClient client, IntStream ids) {
    return client.requests(
        "SELECT body FROM bench.posts WHERE id = ?",
        DefaultConsistencyLevel.QUORUM,
        ids.mapToObj(id -> List.of(ByteBuffer.allocate(Integer.BYTES).putInt(0, id))).toList());
  }

  /** Sets the limit of each partition, in reads per second. */
  void limitReads(int perSecond) {
    alter("'max_reads_per_second': " + perSecond);
  }

  void unlimit() {
    alter("");
  }

  private void alter(String limit) {
    session.execute(
        "ALTER TABLE bench.posts WITH per_partition_rate_limit = {%s}".formatted(limit));
  }
}
