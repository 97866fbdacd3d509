package io.goodput.lab.nodetests;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.cql.BoundStatement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

@DisplayName("Floods of requests to single partitions of an idle node")
@ExtendWith(SharedNode.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FloodIT {

  private static final Duration DURATION = Duration.ofSeconds(10);
  private static final Duration PAUSE = Duration.ofMillis(50);

  private final Cql cql;
  private Flood reads;
  private Flood readsOfAnotherPartition;
  private Flood writes;
  private Flood slow;
  private Flood fast;

  FloodIT(Cql cql) {
    this.cql = cql;
  }

  @BeforeAll
  void floods() {
    cql.run("CREATE TABLE read (k int PRIMARY KEY) WITH " + RateLimit.reads(100));
    cql.run("CREATE TABLE written (k int PRIMARY KEY) WITH " + RateLimit.writes(100));
    cql.run("CREATE TABLE slow (k int PRIMARY KEY) WITH " + RateLimit.reads(50));
    cql.run("CREATE TABLE fast (k int PRIMARY KEY) WITH " + RateLimit.reads(150));
    BoundStatement insert = cql.prepare("INSERT INTO written (k) VALUES (?)").bind(1);
    List<CompletableFuture<Flood>> floods =
        List.of(
            Flood.start(cql, read("read", 1), DURATION, Duration.ZERO),
            Flood.start(cql, read("read", 2), DURATION, PAUSE),
            Flood.start(cql, insert, DURATION, Duration.ZERO),
            Flood.start(cql, read("slow", 1), DURATION, Duration.ZERO),
            Flood.start(cql, read("fast", 1), DURATION, Duration.ZERO));
    reads = floods.get(0).join();
    readsOfAnotherPartition = floods.get(1).join();
    writes = floods.get(2).join();
    slow = floods.get(3).join();
    fast = floods.get(4).join();
  }

  @Test
  void reads_flood_areAcceptedAtLimit() {
    assertThat(reads.acceptedPerSecond()).isBetween(90.0, 110.0);
    assertThat(reads.errors())
        .containsExactly(cql.rejectionMessage("coordinator", "reads", "read"));
  }

  @Test
  void reads_otherPartitionOfTable_areAllAccepted() {
    assertThat(readsOfAnotherPartition.rejected()).isZero();
    assertThat(readsOfAnotherPartition.accepted()).isGreaterThan(20);
  }

  @Test
  void writes_flood_areAcceptedAtLimit() {
    assertThat(writes.acceptedPerSecond()).isBetween(90.0, 110.0);
    assertThat(writes.rejected()).isPositive();
  }

  @Test
  void reads_twoTables_areAcceptedAtLimitOfEach() {
    assertThat(fast.acceptedPerSecond()).isBetween(135.0, 165.0);
    assertThat(slow.acceptedPerSecond()).isBetween(45.0, 55.0);
  }

  private BoundStatement read(String table, int key) {
    return cql.prepare("SELECT * FROM " + table + " WHERE k = ?").bind(key);
  }
}
