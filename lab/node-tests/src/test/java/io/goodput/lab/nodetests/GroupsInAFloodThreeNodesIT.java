package io.goodput.lab.nodetests;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("While a flood of different reads goes through another node,")
@ExtendWith(ThreeNodes.Shared.class)
@Tag("slow")
class GroupsInAFloodThreeNodesIT {

  private static final int LIMIT = 10;
  private static final int CLIENTS = 100;
  private static final int SECONDS = 10;

  /** A third of what one read per second serves. */
  private static final int LEAST_SERVED = CLIENTS * SECONDS / 3;

  private final ThreeNodes nodes;

  GroupsInAFloodThreeNodesIT(ThreeNodes nodes) {
    this.nodes = nodes;
  }

  @ParameterizedTest
  @CsvSource({"rf3, 2", "rf1, 3"})
  @DisplayName("a group of equal reads is served, also where its node is no replica")
  void read_ofAGroup_isServed(String keyspace, int flooded) {
    int key = nodes.keyOn(flooded);
    create(keyspace);
    ClosedLoop group = equal(nodes.rf3(1).session(), keyspace, key);
    List<ClosedLoop> flood = different(nodes.rf3(flooded).session(), keyspace, key);
    try {
      group.start(CLIENTS);
      flood.forEach(reads -> reads.start(1));
      Awaitility.await().until(() -> served(flood) > LIMIT);

      long before = group.served();

      Awaitility.await()
          .atMost(Duration.ofSeconds(SECONDS))
          .untilAsserted(() -> assertThat(group.served() - before).isGreaterThan(LEAST_SERVED));
    } finally {
      group.stop();
      flood.forEach(ClosedLoop::end);
      flood.forEach(ClosedLoop::stop);
    }
  }

  private void create(String keyspace) {
    String table = keyspace + ".in_a_flood";
    nodes
        .rf3(1)
        .changeSchema(
            "CREATE TABLE %s (k int, c int, PRIMARY KEY (k, c)) WITH per_partition_rate_limit ="
                    .formatted(table)
                + " {'max_reads_per_second': %d, 'coalesce_reads': 'true'}".formatted(LIMIT));
  }

  private static PreparedStatement read(CqlSession session, String keyspace) {
    return session.prepare("SELECT c FROM %s.in_a_flood WHERE k = ? AND c = ?".formatted(keyspace));
  }

  private static ClosedLoop equal(CqlSession session, String keyspace, int key) {
    return new ClosedLoop(session, read(session, keyspace).bind(key, 0));
  }

  /** Clients that each read another row, and come back soon after a rejection. */
  private static List<ClosedLoop> different(CqlSession session, String keyspace, int key) {
    PreparedStatement read = read(session, keyspace);
    return IntStream.range(0, CLIENTS)
        .mapToObj(c -> new ClosedLoop(session, read.bind(key, c), Duration.ofMillis(10)))
        .toList();
  }

  private static long served(List<ClosedLoop> clients) {
    return clients.stream().mapToLong(ClosedLoop::served).sum();
  }
}
