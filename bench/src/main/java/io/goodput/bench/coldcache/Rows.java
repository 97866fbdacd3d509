package io.goodput.bench.coldcache;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import io.goodput.bench.coldcache.disk.EmulatedDisk;
import io.goodput.bench.load.LoadClient;
import io.goodput.bench.load.Requests;
import io.goodput.cluster.Cluster;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Semaphore;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The table: partitions that take exactly one chunk of the node's cache each. */
final class Rows {

  static final int PARTITIONS = 22_000;
  static final int CHUNK_KIB = 2;

  /** What Cassandra adds to a body makes up the rest of the chunk. */
  static final int BODY_BYTES = 2_021;

  static final double SKEW = 0.99;

  static final String KEYSPACE = "bench";
  static final String TABLE = "articles";

  private static final String SELECT =
      "SELECT body FROM %s.%s WHERE id = ?".formatted(KEYSPACE, TABLE);

  private static final int IN_FLIGHT = 256;
  private static final int TRIES = 5;
  private static final int DRAWN = 200_000;

  private Rows() {}

  static void create(CqlSession session, Cluster cluster) {
    session.execute(
        "CREATE KEYSPACE %s WITH replication = {'class': 'NetworkTopologyStrategy', 'datacenter1': 3}"
            .formatted(KEYSPACE));
    session.execute(
        """
        CREATE TABLE %s.%s (id int PRIMARY KEY, body blob)
        WITH compression = {'class': '%s', 'chunk_length_in_kb': %d}
        AND compaction = {'class': 'SizeTieredCompactionStrategy', 'enabled': false}"""
            .formatted(KEYSPACE, TABLE, EmulatedDisk.COMPRESSOR, CHUNK_KIB));
    // The driver asks for agreement only those nodes that it has connected to by now.
    cluster.awaitReady(progress -> {});
    fill(session);
  }

  /** Reads of partitions drawn from a Zipf distribution, others with another seed. */
  static Requests zipf(LoadClient client, int seed) {
    List<List<ByteBuffer>> keys =
        IntStream.range(0, PARTITIONS).mapToObj(id -> List.of(encoded(id))).toList();
    return client.requests(
        SELECT,
        DefaultConsistencyLevel.LOCAL_QUORUM,
        drawn(seed, DRAWN).mapToObj(keys::get).toList());
  }

  private static IntStream drawn(int seed, int draws) {
    double[] cumulated = new double[PARTITIONS];
    double sum = 0;
    for (int id = 0; id < PARTITIONS; id++) {
      sum += Math.pow(id + 1.0, -SKEW);
      cumulated[id] = sum;
    }
    double total = sum;
    return new Random(seed).doubles(draws).mapToInt(place -> at(cumulated, place * total));
  }

  private static int at(double[] cumulated, double place) {
    int found = Arrays.binarySearch(cumulated, place);
    return Math.min(cumulated.length - 1, found < 0 ? -found - 1 : found);
  }

  /** With one timestamp for all, whose size would differ else. */
  private static void fill(CqlSession session) {
    PreparedStatement insert =
        session.prepare(
            "INSERT INTO %s.%s (id, body) VALUES (?, ?) USING TIMESTAMP 1"
                .formatted(KEYSPACE, TABLE));
    execute(
        session,
        IntStream.range(0, PARTITIONS)
            .mapToObj(id -> insert.bind(id, ByteBuffer.allocate(BODY_BYTES))));
  }

  /** Reads from all replicas, at once, so many partitions drawn from the same distribution. */
  static void readZipf(CqlSession session, int seed, int reads) {
    PreparedStatement select = session.prepare(SELECT);
    execute(session, drawn(seed, reads).mapToObj(select::bind));
  }

  private static void execute(CqlSession session, Stream<BoundStatement> statements) {
    Semaphore inFlight = new Semaphore(IN_FLIGHT);
    List<CompletableFuture<?>> answers = new ArrayList<>();
    statements.forEach(
        statement -> {
          inFlight.acquireUninterruptibly();
          answers.add(
              executed(session, statement.setConsistencyLevel(DefaultConsistencyLevel.ALL), TRIES)
                  .whenComplete((rows, problem) -> inFlight.release())
                  .toCompletableFuture());
        });
    try {
      answers.forEach(CompletableFuture::join);
    } catch (CompletionException e) {
      throw e.getCause() instanceof DriverException problem ? problem : e;
    }
  }

  /** Nodes that have just started may be late once. */
  private static CompletionStage<AsyncResultSet> executed(
      CqlSession session, BoundStatement statement, int tries) {
    CompletionStage<AsyncResultSet> answer = session.executeAsync(statement);
    return tries == 1
        ? answer
        : answer.exceptionallyCompose(problem -> executed(session, statement, tries - 1));
  }

  private static ByteBuffer encoded(int id) {
    return ByteBuffer.allocate(Integer.BYTES).putInt(0, id);
  }
}
