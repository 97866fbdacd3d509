package io.goodput.it;

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

@DisplayName("While clients ask for one partition each as fast as they can, from an idle start,")
@ExtendWith(SharedNode.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FloodIT {

  private static final Duration LENGTH = Duration.ofSeconds(10);
  private static final Duration MODERATE = Duration.ofMillis(50);

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
    String option = " WITH per_partition_rate_limit = {'max_%s_per_second': %d}";
    cql.run("CREATE TABLE read (k int PRIMARY KEY)" + option.formatted("reads", 100));
    cql.run("CREATE TABLE written (k int PRIMARY KEY)" + option.formatted("writes", 100));
    cql.run("CREATE TABLE slow (k int PRIMARY KEY)" + option.formatted("reads", 50));
    cql.run("CREATE TABLE fast (k int PRIMARY KEY)" + option.formatted("reads", 150));
    BoundStatement insert = cql.prepare("INSERT INTO written (k) VALUES (?)").bind(1);
    List<CompletableFuture<Flood>> floods =
        List.of(
            Flood.start(cql, read("read", 1), LENGTH, Duration.ZERO),
            Flood.start(cql, read("read", 2), LENGTH, MODERATE),
            Flood.start(cql, insert, LENGTH, Duration.ZERO),
            Flood.start(cql, read("slow", 1), LENGTH, Duration.ZERO),
            Flood.start(cql, read("fast", 1), LENGTH, Duration.ZERO));
    reads = floods.get(0).join();
    readsOfAnotherPartition = floods.get(1).join();
    writes = floods.get(2).join();
    slow = floods.get(3).join();
    fast = floods.get(4).join();
  }

  @Test
  @DisplayName("reads of the partition are held to the limit")
  void reads() {
    assertThat(reads.acceptedPerSecond()).isBetween(90.0, 110.0);
    assertThat(reads.errors())
        .containsExactly(
            "Per-partition rate limit reached for reads in table floodit.read,"
                + " rejected by coordinator");
  }

  @Test
  @DisplayName("reads of another partition of the same table are never refused")
  void another() {
    assertThat(readsOfAnotherPartition.refused()).isZero();
    assertThat(readsOfAnotherPartition.accepted()).isGreaterThan(20);
  }

  @Test
  @DisplayName("writes to the partition are held to the limit")
  void writes() {
    assertThat(writes.acceptedPerSecond()).isBetween(90.0, 110.0);
    assertThat(writes.refused()).isPositive();
  }

  @Test
  @DisplayName("two tables hold each its own limit")
  void twoTables() {
    assertThat(fast.acceptedPerSecond()).isBetween(135.0, 165.0);
    assertThat(slow.acceptedPerSecond()).isBetween(45.0, 55.0);
  }

  private BoundStatement read(String table, int key) {
    return cql.prepare("SELECT * FROM " + table + " WHERE k = ?").bind(key);
  }
}
