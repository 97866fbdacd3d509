package io.goodput.lab.bench.load;

import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import io.goodput.lab.nodes.TemporaryCluster;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Tables with many small partitions in memory, which have the columns {@code id} and body. */
public final class SmallPartitions {

  /** A prime, so that clients send reads of each partition to all nodes in turn. */
  public static final int COUNT = 4999;

  public static final int BODY_BYTES = 200;

  static final String READ = "SELECT body FROM bench.posts WHERE id = ?";

  private SmallPartitions() {}

  /** The keys of a load, in a random order. */
  static IntStream keys() {
    return new Random(1).ints(COUNT, 0, COUNT);
  }

  /** Creates and fills tables. */
  public static void create(TemporaryCluster nodes, LoadClient client, String... tables) {
    client.create(
        nodes,
        Stream.of(tables)
            .map(table -> table + " (id int PRIMARY KEY, body blob)")
            .toArray(String[]::new));
    for (String table : tables) {
      PreparedStatement insert =
          client
              .session()
              .prepare("INSERT INTO bench.%s (id, body) VALUES (?, ?)".formatted(table));
      client.write(
          IntStream.range(0, COUNT)
              .mapToObj(id -> insert.bind(id, ByteBuffer.allocate(BODY_BYTES))));
    }
  }

  /** Point reads of the table {@code posts}, in a random order. */
  public static Requests reads(LoadClient client) {
    return reads(client, List.copyOf(client.session().getMetadata().getNodes().values()));
  }

  /** The same, through these nodes in turn. */
  public static Requests reads(LoadClient client, List<Node> coordinators) {
    return client.requests(
        READ,
        DefaultConsistencyLevel.QUORUM,
        keys().<List<ByteBuffer>>mapToObj(id -> List.of(LoadClient.encoded(id))).toList(),
        coordinators);
  }

  /** Writes of the same rows. */
  public static Requests writes(LoadClient client) {
    return client.requests(
        "UPDATE bench.posts SET body = ? WHERE id = ?",
        DefaultConsistencyLevel.QUORUM,
        keys()
            .<List<ByteBuffer>>mapToObj(
                id -> List.of(ByteBuffer.allocate(BODY_BYTES), LoadClient.encoded(id)))
            .toList());
  }
}
