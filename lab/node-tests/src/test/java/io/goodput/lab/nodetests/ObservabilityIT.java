package io.goodput.lab.nodetests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import io.goodput.lab.nodes.Node;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("What operators can observe")
@ExtendWith(SharedNode.class)
class ObservabilityIT {

  private static final int REQUESTS = 100;

  private final Cql cql;
  private final Node node;

  ObservabilityIT(Cql cql, Node node) {
    this.cql = cql;
    this.node = node;
  }

  @BeforeAll
  static void tables(Cql cql) {
    String zero = " WITH " + RateLimit.reads(0);
    cql.run("CREATE TABLE ints (k int PRIMARY KEY)" + zero);
    cql.run("CREATE TABLE texts (k text PRIMARY KEY)" + zero);
    cql.run("CREATE TABLE pairs (a int, b text, PRIMARY KEY ((a, b)))" + zero);
    cql.run("CREATE TABLE rates (k int PRIMARY KEY)" + zero);
    cql.run("CREATE TABLE flooded (k int PRIMARY KEY)" + zero);
    cql.run("CREATE TABLE traced (k int PRIMARY KEY)" + zero);
    cql.run("CREATE TABLE totals (k int PRIMARY KEY) WITH " + RateLimit.of(0, 12345));
    rejectReads(cql, "totals", "SELECT * FROM totals WHERE k = 1");
    cql.run("INSERT INTO totals (k) VALUES (1)");
  }

  @DisplayName("goodput.hot_partitions shows the key, token and kind of a hot partition")
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "ints  | k = -5                        | k    | -5",
        "texts | k = 'O''Hara \"x\" ü'         | k    | 'O''Hara \"x\" ü'",
        "pairs | a = 1 AND b = 'it''s'         | a, b | (1, 'it''s')"
      })
  void hotPartitions_rejectedReads_showPartition(
      String table, String key, String columns, String literal) {
    rejectReads(cql, table, "SELECT * FROM " + table + " WHERE " + key);

    Row row = hotPartition(table);

    assertThat(row.getString("partition_key")).isEqualTo(literal);
    assertThat(row.getString("kind")).isEqualTo("reads");
    assertThat(row.getString("token")).isEqualTo(token(table, key, columns));
    assertThat(row.getDouble("per_second")).isBetween(REQUESTS / 20.0, (double) REQUESTS);
    assertThat(row.getDouble("rejected_per_second")).isEqualTo(row.getDouble("per_second"));
  }

  @Test
  @DisplayName("goodput.limits shows the limits of a table and its accepted and rejected requests")
  void limits_table_showsLimitsAndTotals() {
    assertThat(cql.limits("totals")).isEqualTo(Map.of("reads", 0, "writes", 12345));
    assertThat(cql.totals("totals", "reads")).isEqualTo(new Cql.Totals(0, REQUESTS));
    assertThat(cql.totals("totals", "writes")).isEqualTo(new Cql.Totals(1, 0));
  }

  @DisplayName("JMX metrics show the same figures as goodput.limits")
  @ParameterizedTest
  @CsvSource({
    "ReadsAccepted, Count, 0",
    "ReadsRejected, Count, 100",
    "ReadsMaxPerSecond, Value, 0",
    "WritesAccepted, Count, 1",
    "WritesRejected, Count, 0",
    "WritesMaxPerSecond, Value, 12345"
  })
  void metrics_table_showLimitsAndTotals(String name, String attribute, long value)
      throws Exception {
    String properties = "keyspace=%s,scope=totals,name=%s".formatted(cql.keyspace(), name);

    assertThat(Jmx.metric(node, properties, attribute)).isEqualTo(value);
  }

  @Test
  @DisplayName("The fault counter remains 0")
  void faults_normalOperation_areZero() throws Exception {
    assertThat(Jmx.metric(node, "name=Faults", "Count")).isEqualTo(0L);
  }

  @Test
  @DisplayName("goodput.limits shows the current rate of rejections")
  void limits_whileRejecting_showRate() {
    await()
        .atMost(Duration.ofSeconds(20))
        .untilAsserted(
            () -> {
              rejectReads(cql, "rates", "SELECT * FROM rates WHERE k = 1");
              assertThat(cql.limitRow("rejected_per_second", "rates", "reads").getDouble(0))
                  .isPositive();
            });
  }

  @Test
  @DisplayName("The log has no lines for the second-by-second refresh of limits")
  void log_whileLimitsAreRefreshed_isQuiet() throws Exception {
    String line = "Configured datacenter replicas";
    long before = logged(line);

    // A rate that rises and falls shows at least two refreshes.
    limits_whileRejecting_showRate();
    await()
        .atMost(Duration.ofSeconds(20))
        .until(() -> cql.limitRow("rejected_per_second", "rates", "reads").getDouble(0) == 0);

    assertThat(logged(line)).isEqualTo(before);
  }

  @Test
  @DisplayName("A flood of rejections leaves system.log and debug.log quiet")
  void logs_floodOfRejections_areQuiet() throws Exception {
    BoundStatement read = cql.prepare("SELECT * FROM flooded WHERE k = 1").bind();
    Flood.repeat(cql, read, 1);
    long before = logged("");

    Flood flood = Flood.run(cql, read, Duration.ofSeconds(5));

    assertThat(flood.rejected()).isGreaterThan(1000);
    // Cassandra logs what it does in the background.
    assertThat(logged("") - before).isLessThan(100);
  }

  /** The number of lines that contain this text, in all logs. */
  private long logged(String text) throws IOException {
    long count = 0;
    for (Path log : List.of(node.log(), node.log().resolveSibling("debug.log"))) {
      try (Stream<String> lines = Files.lines(log)) {
        count += lines.filter(line -> line.contains(text)).count();
      }
    }
    return count;
  }

  @Test
  @DisplayName("The trace of a request shows its rejection")
  void trace_rejectedRequest_containsRejection() {
    SimpleStatement select =
        SimpleStatement.newInstance("SELECT * FROM traced WHERE k = 1").setTracing(true);

    cql.assertRejected("reads", "traced", () -> cql.run(select));

    await()
        .atMost(Duration.ofSeconds(20))
        .untilAsserted(
            () ->
                assertThat(cql.run("SELECT activity FROM system_traces.events").all())
                    .extracting(row -> row.getString("activity"))
                    .anyMatch(
                        activity ->
                            activity.startsWith(
                                cql.rejectionMessage("coordinator", "reads", "traced")
                                    + " (limit ")));
  }

  private static void rejectReads(Cql cql, String table, String select) {
    for (int i = 0; i < REQUESTS; i++) {
      cql.assertRejected("reads", table, () -> cql.run(select));
    }
  }

  private Row hotPartition(String table) {
    List<Row> rows = cql.run("SELECT * FROM goodput.hot_partitions").all();
    return rows.stream()
        .filter(row -> cql.keyspace().equals(row.getString("keyspace_name")))
        .filter(row -> table.equals(row.getString("table_name")))
        .findFirst()
        .orElseThrow();
  }

  /** The token of the key, read from a copy of the table without limits. */
  private String token(String table, String key, String columns) {
    String copy = table + "_free";
    String types =
        table.equals("ints") ? "k int" : table.equals("texts") ? "k text" : "a int, b text";
    cql.run("CREATE TABLE %s (%s, PRIMARY KEY ((%s)))".formatted(copy, types, columns));
    String[] values = key.replaceAll("\\w = ", "").split(" AND ", -1);
    cql.run("INSERT INTO %s (%s) VALUES (%s)".formatted(copy, columns, String.join(", ", values)));
    return cql.run("SELECT token(%s) FROM %s".formatted(columns, copy))
        .one()
        .getObject(0)
        .toString();
  }
}
