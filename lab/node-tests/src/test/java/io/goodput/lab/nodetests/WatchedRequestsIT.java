package io.goodput.lab.nodetests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.DOUBLE;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.DefaultBatchType;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.api.core.servererrors.UnauthorizedException;
import io.goodput.lab.nodes.Cluster;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@DisplayName("A node that watches requests")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WatchedRequestsIT {

  private static final String SETTING = "watch_requests";

  @AutoClose("kill")
  private final Cluster cluster =
      Cluster.start(
          Nodes.dedicated()
              .withOptions(
                  Nodes.secured(Nodes.withPlugin()).withSetting("permissions_validity", "0ms")));

  @AutoClose private final Cql superuser = Cql.connect(cluster.node(1), "ks");

  @AutoClose private CqlSession shop;

  @BeforeAll
  void tables() {
    for (String table :
        List.of("prepared", "simple", "batched", "limited", "off", "hidden", "forbidden")) {
      superuser.run("CREATE TABLE %s (k int PRIMARY KEY, v text)".formatted(table));
    }
    superuser.run("ALTER TABLE limited WITH " + RateLimit.reads(1));
    superuser.run("CREATE ROLE shop WITH PASSWORD = 'p' AND LOGIN = true");
    superuser.run("GRANT SELECT ON KEYSPACE ks TO shop");
    superuser.run("GRANT MODIFY ON KEYSPACE ks TO shop");
    superuser.run("CREATE ROLE observer WITH PASSWORD = 'p' AND LOGIN = true");
    superuser.run("GRANT SELECT ON goodput.top_clients TO observer");
    superuser.run("GRANT SELECT ON goodput.hot_partitions TO observer");
    shop =
        Cql.builder(cluster.node(1))
            .withAuthCredentials("shop", "p")
            .withApplicationName("shop")
            .withApplicationVersion("7.1")
            .build();
  }

  @Test
  @DisplayName("names the client of a prepared statement on a table without a limit")
  void clients_preparedStatement_nameTheClient() {
    Row client = client("prepared", shop.prepare("SELECT * FROM ks.prepared WHERE k = ?").bind(7));

    assertThat(client.getString("keyspace_name")).isEqualTo("ks");
    assertThat(client.getString("kind")).isEqualTo("reads");
    assertThat(client.getString("partition_key")).isEqualTo("7");
    assertThat(client.getString("token")).isEqualTo("1634052884888577606");
    assertThat(client.getString("role")).isEqualTo("shop");
    assertThat(client.getInetAddress("client_address")).isEqualTo(InetAddress.getLoopbackAddress());
    assertThat(client.getString("driver")).contains("Java Driver 4.");
    assertThat(client.getString("application")).isEqualTo("shop 7.1");
    assertThat(client.getString("statement")).isEqualTo("SELECT * FROM ks.prepared WHERE k = ?");
  }

  @Test
  @DisplayName("shows the statement of a simple request without its literals")
  void clients_simpleStatement_haveNoLiterals() {
    String insert = "INSERT INTO ks.simple (k, v) VALUES (7, 'secret')";

    Row client = client("simple", SimpleStatement.newInstance(insert));

    assertThat(client.getString("kind")).isEqualTo("writes");
    assertThat(client.getString("statement"))
        .isEqualTo("INSERT INTO ks.simple (k, v) VALUES (?, ?)");
  }

  @Test
  @DisplayName("shows a prepared statement of a batch")
  void clients_batch_haveOneOfItsStatements() {
    String insert = "INSERT INTO ks.batched (k, v) VALUES (?, ?)";
    BatchStatement batch =
        BatchStatement.newInstance(
            DefaultBatchType.LOGGED,
            shop.prepare(insert).bind(7, "v"),
            shop.prepare(insert).bind(7, "w"));

    assertThat(client("batched", batch).getString("statement")).isEqualTo("BATCH: " + insert);
  }

  @Test
  @DisplayName("lists hot partitions of a table without a limit, at the rate of its clients")
  void hotPartitions_tableWithoutLimit_areListed() {
    Statement<?> read = shop.prepare("SELECT * FROM ks.prepared WHERE k = ?").bind(8);

    Row row = hotPartition("prepared", "8", read);

    assertThat(row.isNull("coalesced")).isTrue();
    assertThat(row.getDouble("rejected_per_second")).isZero();
    assertThat(row.getDouble("coordinated_per_second")).isEqualTo(row.getDouble("per_second"));
  }

  @Test
  @DisplayName(
      "shows both rates of a limited partition: what the limit counts, and what clients send")
  void hotPartitions_limitedTable_haveBothRates() {
    Statement<?> read = shop.prepare("SELECT * FROM ks.limited WHERE k = ?").bind(7);

    Row row = hotPartition("limited", "7", read);

    assertThat(row.isNull("coalesced")).isFalse();
    assertThat(row.getDouble("coordinated_per_second")).isLessThan(2 * row.getDouble("per_second"));
    assertThat(superuser.run("SELECT * FROM goodput.hot_partitions").all())
        .filteredOn(it -> "limited".equals(it.getString("table_name")))
        .hasSize(1);
  }

  @Test
  @DisplayName("shows the bytes of the answers to reads, and of the values of writes")
  void hotPartitions_readsAndWrites_haveTheirBytes() {
    String value = "v".repeat(1000);
    superuser.run("CREATE TABLE sized (k int PRIMARY KEY, v text)");
    shop.execute("INSERT INTO ks.sized (k, v) VALUES (1, '%s')".formatted(value));

    assertBytesOfEach(
        "2",
        shop.prepare("INSERT INTO ks.sized (k, v) VALUES (?, ?)").bind(2, value),
        900.0,
        1100.0);
    assertBytesOfEach(
        "1", SimpleStatement.newInstance("SELECT v FROM ks.sized WHERE k = 1"), 800.0, 1200.0);
    assertBytesOfEach(
        "3", SimpleStatement.newInstance("SELECT v FROM ks.sized WHERE k = 3"), 0.0, 0.0);
  }

  /** A row that is read while the node counts may have the requests, and not yet their bytes. */
  private void assertBytesOfEach(String key, Statement<?> request, double least, double most) {
    await()
        .atMost(Duration.ofSeconds(20))
        .untilAsserted(
            () ->
                assertThat(bytesOfEach(hotPartition("sized", key, request)))
                    .isBetween(least, most));
  }

  private static double bytesOfEach(Row row) {
    return row.getLong("bytes_per_second") / row.getDouble("coordinated_per_second");
  }

  @Test
  @DisplayName("shows how many requests of a partition are in flight")
  void hotPartitions_slowReadsOfManyClients_areInFlight() {
    superuser.run("CREATE TABLE wide (k int, c int, PRIMARY KEY (k, c))");
    for (int c = 0; c < 1000; c++) {
      superuser.run("INSERT INTO wide (k, c) VALUES (1, ?)", c);
    }
    int clients = 20;
    SimpleStatement slow = SimpleStatement.newInstance("SELECT count(*) FROM ks.wide WHERE k = 1");
    ClosedLoop loop = new ClosedLoop(shop, slow);
    loop.start(clients);
    try {
      await()
          .atMost(Duration.ofSeconds(30))
          .untilAsserted(
              () ->
                  assertThat(superuser.run("SELECT * FROM goodput.hot_partitions").all())
                      .filteredOn(row -> "wide".equals(row.getString("table_name")))
                      .filteredOn(row -> "reads".equals(row.getString("kind")))
                      .extracting(row -> row.getDouble("in_flight"))
                      .singleElement(DOUBLE)
                      .isBetween(clients / 4.0, 1.2 * clients));
    } finally {
      loop.stop();
    }
  }

  @Test
  @DisplayName("shows a role nothing of tables that it may not read")
  void clients_ofAnotherRolesTable_areHidden() {
    Row unused =
        client("hidden", SimpleStatement.newInstance("SELECT * FROM ks.hidden WHERE k = 7"));
    try (CqlSession observer =
        Cql.builder(cluster.node(1)).withAuthCredentials("observer", "p").build()) {
      assertThat(observer.execute("SELECT * FROM goodput.top_clients").all()).isEmpty();
      assertThat(observer.execute("SELECT * FROM goodput.hot_partitions").all()).isEmpty();
    }
  }

  @Test
  @DisplayName("does not count requests that the role may not send")
  void clients_ofForbiddenRequests_areNotListed() {
    SimpleStatement read = SimpleStatement.newInstance("SELECT * FROM ks.forbidden WHERE k = 7");
    try (CqlSession observer =
        Cql.builder(cluster.node(1)).withAuthCredentials("observer", "p").build()) {
      for (int i = 0; i < 50; i++) {
        assertThatThrownBy(() -> observer.execute(read)).isInstanceOf(UnauthorizedException.class);
      }
    }

    // The requests of both have been counted once one of them is listed.
    assertThat(client("forbidden", read).getString("role")).isEqualTo("shop");
    assertThat(superuser.run("SELECT role FROM goodput.top_clients").all())
        .extracting(row -> row.getString("role"))
        .doesNotContain("observer");
  }

  @Test
  @DisplayName("forgets all when it is switched off, and goes on when it is switched on")
  void setting_offAndOn_changesWhileTheNodeRuns() {
    SimpleStatement read = SimpleStatement.newInstance("SELECT * FROM ks.off WHERE k = 7");
    Row unused = client("off", read);

    superuser.set(SETTING, "false");
    repeat(read);

    assertThat(superuser.run("SELECT * FROM goodput.top_clients").all()).isEmpty();
    assertThat(superuser.setting(SETTING)).isEqualTo("false");

    superuser.set(SETTING, "true");
    assertThat(client("off", read).getString("role")).isEqualTo("shop");
  }

  /** Repeats a request until the node lists its client. */
  private Row client(String table, Statement<?> request) {
    return await()
        .atMost(Duration.ofSeconds(20))
        .until(
            () -> {
              repeat(request);
              return superuser.run("SELECT * FROM goodput.top_clients").all().stream()
                  .filter(row -> table.equals(row.getString("table_name")))
                  .findFirst()
                  .orElse(null);
            },
            row -> row != null);
  }

  private Row hotPartition(String table, String key, Statement<?> request) {
    return await()
        .atMost(Duration.ofSeconds(20))
        .until(
            () -> {
              repeat(request);
              return superuser.run("SELECT * FROM goodput.hot_partitions").all().stream()
                  .filter(row -> table.equals(row.getString("table_name")))
                  .filter(row -> key.equals(row.getString("partition_key")))
                  .filter(WatchedRequestsIT::isWatched)
                  .findFirst()
                  .orElse(null);
            },
            row -> row != null);
  }

  /** The rate of what clients send grows more slowly than that of the limit. */
  private static boolean isWatched(Row row) {
    return row.getDouble("coordinated_per_second") > row.getDouble("per_second") / 2;
  }

  private void repeat(Statement<?> request) {
    Flood.repeat(new Cql(shop, "ks"), request, 50);
  }
}
