package io.goodput.bench.hotpartition;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import io.goodput.bench.load.LoadClient;
import io.goodput.bench.load.Requests;
import io.goodput.cluster.Cluster;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;

/** The table: many small partitions, all in memory, and one that is ten times as large. */
final class Rows {

  /** A prime, so that every node is asked for each of them in turn. */
  static final int PARTITIONS = 4999;

  static final int ROW_BYTES = 500;
  static final int HOT_ROW_BYTES = 10 * ROW_BYTES;

  private static final int HOT = -1;
  private static final int FILL_IN_FLIGHT = 32;
  private static final String TABLE = "bench.posts";
  private static final String READ = "SELECT body FROM " + TABLE + " WHERE id = ?";

  private final CqlSession session;

  private Rows(CqlSession session) {
    this.session = session;
  }

  static Rows create(CqlSession session, Cluster cluster) {
    Rows rows = new Rows(session);
    session.execute(
        "CREATE KEYSPACE bench WITH replication ="
            + " {'class': 'SimpleStrategy', 'replication_factor': 3}");
    session.execute("CREATE TABLE " + TABLE + " (id int PRIMARY KEY, body blob)");
    // The driver asks for agreement only those nodes that it has connected to by now.
    cluster.awaitReady(progress -> {});
    rows.fill();
    return rows;
  }

  void limitReads(int perSecond) {
    session.execute(
        "ALTER TABLE %s WITH per_partition_rate_limit = {'max_reads_per_second': %d}"
            .formatted(TABLE, perSecond));
  }

  void unlimit() {
    session.execute("ALTER TABLE %s WITH per_partition_rate_limit = {}".formatted(TABLE));
  }

  static Requests uniformReads(LoadClient client) {
    return client.requests(
        READ,
        DefaultConsistencyLevel.QUORUM,
        new Random(1)
            .ints(PARTITIONS, 0, PARTITIONS)
            .mapToObj(id -> List.of(encoded(id)))
            .toList());
  }

  static Requests hotReads(LoadClient client) {
    return client.requests(READ, DefaultConsistencyLevel.QUORUM, List.of(List.of(encoded(HOT))));
  }

  private void fill() {
    PreparedStatement insert =
        session.prepare("INSERT INTO " + TABLE + " (id, body) VALUES (?, ?)");
    Semaphore inFlight = new Semaphore(FILL_IN_FLIGHT);
    List<CompletableFuture<?>> inserts = new ArrayList<>();
    for (int id = HOT; id < PARTITIONS; id++) {
      inFlight.acquireUninterruptibly();
      inserts.add(
          session
              .executeAsync(
                  insert
                      .bind(id, ByteBuffer.allocate(id == HOT ? HOT_ROW_BYTES : ROW_BYTES))
                      .setConsistencyLevel(DefaultConsistencyLevel.ALL))
              .whenComplete((rows, problem) -> inFlight.release())
              .toCompletableFuture());
    }
    inserts.forEach(CompletableFuture::join);
  }

  private static ByteBuffer encoded(int id) {
    return ByteBuffer.allocate(Integer.BYTES).putInt(0, id);
  }
}
