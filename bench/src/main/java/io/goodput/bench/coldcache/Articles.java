package io.goodput.bench.coldcache;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import io.goodput.bench.coldcache.node.EmulatedDisk;
import io.goodput.bench.coldcache.node.Zipf;
import io.goodput.bench.load.LoadClient;
import io.goodput.bench.load.Requests;
import io.goodput.cluster.Cluster;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.IntStream;

/** The table: each partition takes exactly one chunk of the node's cache. */
final class Articles {

  static final int PARTITIONS = 22_000;
  static final int CHUNK_KIB = 2;

  /** Cassandra's own bytes fill the rest of the chunk. */
  static final int BODY_BYTES = 2_021;

  static final double SKEW = 0.99;

  static final String KEYSPACE = "bench";
  static final String TABLE = "articles";

  static final String SELECT = "SELECT body FROM %s.%s WHERE id = ?".formatted(KEYSPACE, TABLE);

  /** All rows have the same timestamp, because its encoded size varies. */
  static final String INSERT =
      "INSERT INTO %s.%s (id, body) VALUES (?, ?) USING TIMESTAMP 1".formatted(KEYSPACE, TABLE);

  private static final int DRAWN = 200_000;

  private Articles() {}

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
    // The driver checks schema agreement only with the nodes that it has connected to.
    cluster.awaitReady(progress -> {});
  }

  /** Reads of partitions from a Zipf distribution. Each seed draws other partitions. */
  static Requests zipf(LoadClient client, int seed) {
    List<List<ByteBuffer>> keys =
        IntStream.range(0, PARTITIONS)
            .mapToObj(id -> List.of(ByteBuffer.allocate(Integer.BYTES).putInt(0, id)))
            .toList();
    return client.requests(
        SELECT,
        DefaultConsistencyLevel.LOCAL_QUORUM,
        new Zipf(PARTITIONS, SKEW).draw(seed, DRAWN).mapToObj(keys::get).toList());
  }
}
