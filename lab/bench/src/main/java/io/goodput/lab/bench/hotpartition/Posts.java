package io.goodput.lab.bench.hotpartition;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import io.goodput.lab.bench.arms.OwnSettings;
import io.goodput.lab.bench.load.LoadClient;
import io.goodput.lab.bench.load.Requests;
import io.goodput.lab.bench.load.SmallPartitions;
import io.goodput.lab.nodes.TemporaryCluster;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Reads of a table with many small partitions in memory and a hot partition with larger rows.
 *
 * @param hot the same row of the hot partition at each read
 * @param manyRows its rows in turn
 */
record Posts(
    LoadClient operator,
    OwnSettings protection,
    Requests uniform,
    Requests hot,
    Requests manyRows) {

  private static final int PARTITIONS = SmallPartitions.COUNT;
  private static final int HOT = -1;
  private static final int ROWS = 500;

  /** Creates and fills the table. Each client has its own connections. */
  static Posts create(
      TemporaryCluster nodes,
      OwnSettings protection,
      LoadClient operator,
      LoadClient user,
      LoadClient attacker) {
    CqlSession session = operator.session();
    operator.create(nodes, "posts (id int, line int, body blob, PRIMARY KEY (id, line))");
    PreparedStatement insert =
        session.prepare("INSERT INTO bench.posts (id, line, body) VALUES (?, ?, ?)");
    operator.write(
        Stream.concat(
            IntStream.range(0, PARTITIONS)
                .mapToObj(id -> insert.bind(id, 0, ByteBuffer.allocate(500))),
            IntStream.range(0, ROWS)
                .mapToObj(line -> insert.bind(HOT, line, ByteBuffer.allocate(5000)))));
    return new Posts(
        operator,
        protection,
        reads(user, new Random(1).ints(PARTITIONS, 0, PARTITIONS).mapToObj(id -> List.of(id, 0))),
        reads(attacker, Stream.of(List.of(HOT, 0))),
        reads(attacker, IntStream.range(0, ROWS).mapToObj(line -> List.of(HOT, line))));
  }

  private static Requests reads(LoadClient client, Stream<List<Integer>> keys) {
    return client.requests(
        "SELECT body FROM bench.posts WHERE id = ? AND line = ?",
        DefaultConsistencyLevel.QUORUM,
        keys.map(key -> key.stream().map(LoadClient::encoded).toList()).toList());
  }

  /** Sets the table's option and the nodes' settings for a phase. */
  void set(Phase phase) {
    alter(phase.option());
    operator.set("fair_shares", phase.hasFairShares() ? "on" : "off");
    protection.set(phase == Phase.TUNED);
  }

  /** Rejects all reads. */
  void rejectAll() {
    alter("{'max_reads_per_second': 0}");
  }

  private void alter(String option) {
    operator.session().execute("ALTER TABLE bench.posts WITH per_partition_rate_limit = " + option);
  }
}
