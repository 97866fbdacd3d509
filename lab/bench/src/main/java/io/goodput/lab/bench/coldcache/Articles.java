package io.goodput.lab.bench.coldcache;

import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import io.goodput.lab.bench.TemporaryCluster;
import io.goodput.lab.bench.load.LoadClient;
import io.goodput.lab.bench.load.Requests;
import io.goodput.lab.bench.load.Zipf;
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

  static final String SELECT = "SELECT body FROM bench.articles WHERE id = ?";

  /** All rows have the same timestamp, because its encoded size varies. */
  static final String INSERT =
      "INSERT INTO bench.articles (id, body) VALUES (?, ?) USING TIMESTAMP 1";

  private static final int DRAWN = 200_000;

  private Articles() {}

  static void create(TemporaryCluster cluster, LoadClient client) {
    cluster.create(
        client.session(),
        "articles (id int PRIMARY KEY, body blob) WITH compression ="
            + " {'class': 'EmulatedDiskCompressor', 'chunk_length_in_kb': %d}".formatted(CHUNK_KIB)
            + " AND compaction = {'class': 'SizeTieredCompactionStrategy', 'enabled': false}");
  }

  /** Reads of partitions from a Zipf distribution. Each seed draws other partitions. */
  static Requests zipf(LoadClient client, int seed) {
    List<List<ByteBuffer>> keys =
        IntStream.range(0, PARTITIONS).mapToObj(id -> List.of(LoadClient.encoded(id))).toList();
    return client.requests(
        SELECT,
        DefaultConsistencyLevel.LOCAL_QUORUM,
        new Zipf(PARTITIONS, SKEW).draw(seed, DRAWN).mapToObj(keys::get).toList());
  }
}
