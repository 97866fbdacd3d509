package io.goodput.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.cql.BoundStatement;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@DisplayName("While one client asks as fast as it can, from an idle start,")
@ExtendWith(SharedNode.class)
class FloodIT {

  private static final Duration LENGTH = Duration.ofSeconds(10);
  private static final Duration MODERATE = Duration.ofMillis(50);

  private final Cql cql;

  FloodIT(Cql cql) {
    this.cql = cql;
  }

  @BeforeAll
  static void tables(Cql cql) {
    String option = " WITH per_partition_rate_limit = {'max_%s_per_second': %d}";
    cql.run("CREATE TABLE read (k int PRIMARY KEY)" + option.formatted("reads", 100));
    cql.run("CREATE TABLE written (k int PRIMARY KEY)" + option.formatted("writes", 100));
    cql.run("CREATE TABLE slow (k int PRIMARY KEY)" + option.formatted("reads", 50));
    cql.run("CREATE TABLE fast (k int PRIMARY KEY)" + option.formatted("reads", 150));
  }

  @Test
  @DisplayName("reads of the partition are held to the limit, and of another one never refused")
  void reads() {
    CompletableFuture<Flood> other =
        CompletableFuture.supplyAsync(() -> Flood.of(cql, read("read", 2), LENGTH, MODERATE));

    Flood flood = Flood.of(cql, read("read", 1), LENGTH);

    assertThat(flood.acceptedPerSecond()).isBetween(90.0, 110.0);
    assertThat(flood.errors())
        .containsExactly(
            "Per-partition rate limit reached for reads in table floodit.read,"
                + " rejected by coordinator");
    assertThat(other.join().refused()).isZero();
    assertThat(other.join().accepted()).isGreaterThan(20);
  }

  @Test
  @DisplayName("writes to the partition are held to the limit")
  void writes() {
    BoundStatement insert = cql.prepare("INSERT INTO written (k) VALUES (?)").bind(1);

    Flood flood = Flood.of(cql, insert, LENGTH);

    assertThat(flood.acceptedPerSecond()).isBetween(90.0, 110.0);
    assertThat(flood.refused()).isPositive();
  }

  @Test
  @DisplayName("two tables hold each its own limit")
  void twoTables() {
    CompletableFuture<Flood> slow =
        CompletableFuture.supplyAsync(() -> Flood.of(cql, read("slow", 1), LENGTH));

    Flood fast = Flood.of(cql, read("fast", 1), LENGTH);

    assertThat(fast.acceptedPerSecond()).isBetween(135.0, 165.0);
    assertThat(slow.join().acceptedPerSecond()).isBetween(45.0, 55.0);
  }

  private BoundStatement read(String table, int key) {
    return cql.prepare("SELECT * FROM " + table + " WHERE k = ?").bind(key);
  }
}
