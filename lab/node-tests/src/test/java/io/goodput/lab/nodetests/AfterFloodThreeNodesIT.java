package io.goodput.lab.nodetests;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.servererrors.InvalidConfigurationInQueryException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("From one second after the end of a flood through one node,")
@ExtendWith(ThreeNodes.Shared.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("slow")
class AfterFloodThreeNodesIT {

  private static final int PARTITIONS = 8;
  private static final int READS = 10;

  private final ThreeNodes nodes;

  AfterFloodThreeNodesIT(ThreeNodes nodes) {
    this.nodes = nodes;
    for (String keyspace : List.of("rf1", "rf3")) {
      nodes
          .rf3(1)
          .changeSchema(
              "CREATE TABLE %s.after_flood (k int PRIMARY KEY) WITH %s"
                  .formatted(keyspace, RateLimit.reads(5)));
    }
  }

  private static SimpleStatement read(String keyspace, int key) {
    return SimpleStatement.newInstance(
        "SELECT * FROM %s.after_flood WHERE k = %d".formatted(keyspace, key));
  }

  @ParameterizedTest
  @ValueSource(strings = {"rf1", "rf3"})
  @DisplayName("no read at a fifth of the limit is rejected by another node")
  void reads_throughAnotherNodeAfterAFlood_areAdmitted(String keyspace) throws Exception {
    Cql flooded = nodes.rf3(1);
    Cql calm = nodes.rf3(2);
    List<CompletableFuture<Flood>> floods =
        IntStream.range(0, PARTITIONS)
            .mapToObj(
                key ->
                    CompletableFuture.supplyAsync(
                        () -> Flood.run(flooded, read(keyspace, key), Duration.ofSeconds(4))))
            .toList();
    for (CompletableFuture<Flood> flood : floods) {
      assertThat(flood.get().rejected()).isPositive();
    }
    long end = System.nanoTime();
    List<String> rejected = new ArrayList<>();
    ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
    try {
      for (int i = 1; i <= READS; i++) {
        long wait = end + TimeUnit.SECONDS.toNanos(i) - System.nanoTime();
        rejected.addAll(
            clock.schedule(() -> rejected(calm, keyspace, end), wait, TimeUnit.NANOSECONDS).get());
      }
    } finally {
      clock.shutdown();
    }

    assertThat(rejected).isEmpty();
  }

  private static List<String> rejected(Cql client, String keyspace, long end) {
    List<String> rejected = new ArrayList<>();
    for (int key = 0; key < PARTITIONS; key++) {
      try {
        client.run(read(keyspace, key));
      } catch (InvalidConfigurationInQueryException e) {
        rejected.add(
            "key %d after %d ms: %s"
                .formatted(
                    key, TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - end), e.getMessage()));
      }
    }
    return rejected;
  }
}
