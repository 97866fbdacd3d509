package io.goodput.lab.bench.neighbor;

import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import io.goodput.lab.bench.load.LoadClient;
import io.goodput.lab.bench.load.Requests;
import io.goodput.lab.bench.load.SmallPartitions;
import io.goodput.lab.bench.report.Text;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What the neighbor does, on a table of its own. */
enum Neighbor {
  SCAN(
      "range reads of 100 rows",
      "SELECT id, body FROM bench.archive WHERE token(id) >= ? LIMIT 100",
      DefaultConsistencyLevel.LOCAL_ONE),
  BULK(
      "unlogged batches of 20 writes",
      IntStream.range(0, 20)
          .mapToObj(write -> "INSERT INTO bench.archive (id, body) VALUES (?, ?); ")
          .collect(Collectors.joining("", "BEGIN UNLOGGED BATCH ", "APPLY BATCH")),
      DefaultConsistencyLevel.QUORUM),
  IN(
      "reads of 50 partitions by IN",
      IntStream.range(0, 50)
          .mapToObj(key -> "?")
          .collect(
              Collectors.joining(", ", "SELECT id, body FROM bench.archive WHERE id IN (", ")")),
      DefaultConsistencyLevel.QUORUM);

  /** How many different requests there are. */
  private static final int REQUESTS = 997;

  private final String title;
  private final String statement;
  private final DefaultConsistencyLevel consistency;

  Neighbor(String title, String statement, DefaultConsistencyLevel consistency) {
    this.title = title;
    this.statement = statement;
    this.consistency = consistency;
  }

  String title() {
    return title;
  }

  Requests requests(LoadClient client) {
    Random random = new Random(1);
    return client.requests(
        statement, consistency, Stream.generate(() -> values(random)).limit(REQUESTS).toList());
  }

  private List<ByteBuffer> values(Random random) {
    return switch (this) {
      case SCAN -> List.of(ByteBuffer.allocate(Long.BYTES).putLong(0, random.nextLong()));
      case BULK ->
          keys(random, 20)
              .flatMap(key -> Stream.of(key, ByteBuffer.allocate(SmallPartitions.BODY_BYTES)))
              .toList();
      case IN -> keys(random, 50).toList();
    };
  }

  private static Stream<ByteBuffer> keys(Random random, int count) {
    return random
        .ints(0, SmallPartitions.COUNT)
        .distinct()
        .limit(count)
        .mapToObj(LoadClient::encoded);
  }

  /** The name in the JSON document. */
  @Override
  public String toString() {
    return Text.name(this);
  }
}
