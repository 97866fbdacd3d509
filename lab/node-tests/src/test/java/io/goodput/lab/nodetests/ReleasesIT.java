package io.goodput.lab.nodetests;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import io.goodput.lab.nodes.Cluster;
import io.goodput.lab.nodes.Node;
import io.goodput.lab.nodes.NodeOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * All other tests run on the newest release of Cassandra 5.0. The Maven profile {@code matrix} runs
 * this one on each supported release. Nodes of 4.1 run on Java 11, all others on that of the tests;
 * {@code -Dgoodput.cassandra.java} names another one, 11 or 21.
 */
@DisplayName("Releases of Cassandra")
@Tag("slow")
class ReleasesIT {

  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  /** Every setting, and one mistake. */
  private static final String GOODPUT_YAML =
      """
      enforce_limits: true
      partition_counters: 131072
      hot_partitions: -1
      partition_keys_in_jmx: true
      query_handler: org.apache.cassandra.cql3.CustomPayloadMirroringQueryHandler
      drop_late_requests: true
      client_timeout_reads: 30s
      client_timeout_range_reads: 30s
      client_timeout_writes: 30s
      client_timeout_batches: 30s
      client_timeout_counter_writes: 30s
      client_timeout_conditional_writes: 30s
      heat_weighted_reads: true
      warm_after_restart: true
      warm_before_joining: 1s
      warm_chunks_per_second: 1000
      stale_answers_mib: 8
      lwt_lines: on
      lwt_line_length: 8
      fair_shares: on
      decide_on_arrival: true
      """;

  /** With another handler, nothing is decided on arrival. */
  private static final String WITHOUT_HANDLER =
      GOODPUT_YAML.replaceFirst("query_handler: .*\n", "");

  static Stream<String> releases() {
    return Stream.of(System.getProperty("goodput.cassandra.releases", "4.1.10").split(",", -1));
  }

  @ParameterizedTest
  @MethodSource("releases")
  void everySettingOn_twoNodes_works(String release) throws Exception {
    try (Cluster cluster =
        Cluster.start(
            Nodes.on(Nodes.DEDICATED_PORT, CassandraRelease.lib(release))
                .withNodes(2)
                .withOptions(onItsJava(release, everythingOn(GOODPUT_YAML)))
                .withOptions(2, onItsJava(release, everythingOn(WITHOUT_HANDLER))))) {
      Cql cql = Cql.connect(cluster.node(1), "ks");
      assertThat(cql.run("SELECT release_version FROM system.local").one().getString(0))
          .isEqualTo(release);
      cql.changeSchema("CREATE TABLE t (k int PRIMARY KEY, v int) WITH " + RateLimit.reads(5));
      cql.changeSchema("ALTER TABLE t WITH " + RateLimit.of(0, 0));

      assertDescribed(cql);
      assertCommentIsApart(cql, release);
      assertRejected(cql);
      assertShown(cql, cluster.node(1));
      assertHeat(cql, release);
      cql.changeSchema("CREATE TABLE u (k text PRIMARY KEY)");
      cql.run(
          cql.prepare(
                  "UPDATE goodput.overrides USING TTL ? SET max_reads_per_second = ?"
                      + " WHERE keyspace_name = 'ks' AND table_name = 'u' AND partition_key = ?")
              .bind(3600, 0, "'it''s'"));
      assertDenied(cql);
      assertShownKeyCanBeDenied(cql);
      cql.run("CREATE SERVICE LEVEL site WITH shares = 500 AND timeout = 2s");
      cql.run("ATTACH SERVICE LEVEL site TO cassandra");

      cql.close();
      Node restarted = cluster.node(2);
      restarted.stop();
      cluster.start(restarted);
      try (Cql second = Cql.connect(restarted, "ks")) {
        assertThat(second.run("SELECT mode FROM goodput.fair_shares").one().getString(0))
            .isEqualTo("on");
        assertDescribed(second);
        assertRejected(second);
        assertDenied(second);
        assertThat(second.run("LIST EFFECTIVE SERVICE LEVEL OF cassandra").all()).hasSize(3);
        second.changeSchema("ALTER TABLE t WITH " + RateLimit.of(1_000_000, 1000));
        // The node reads the service levels again some seconds after its start.
        await()
            .atMost(TIMEOUT)
            .untilAsserted(
                () ->
                    assertThat(
                            Jmx.metrics(restarted).stream()
                                .map(DocumentedMetric::shape)
                                .collect(toSet()))
                        .isEqualTo(
                            DocumentedMetric.all().stream()
                                .map(DocumentedMetric::shape)
                                .collect(toSet())));
        assertServed(second);
        assertSharedReads(second);
      }
      for (Node node : cluster.nodes()) {
        assertThat(logged(node, "goodput.yaml: hot_partitions must be")).isNotEmpty();
        assertThat(logged(node, "Heat-weighted reads are on").isEmpty()).isEqualTo(is60(release));
        assertThat(logged(node, "Goodput is experimental on Cassandra " + release).isEmpty())
            .isEqualTo(!is60(release));
        assertThat(logged(node, "cannot be used")).isEmpty();
        assertThat(logged(node, "Goodput failed")).isEmpty();
        assertThat(Jmx.metric(node, "name=Faults", "Count")).isEqualTo(0L);
      }
    }
  }

  private static NodeOptions everythingOn(String settings) {
    return Nodes.secured(Nodes.withPlugin())
        .withSetting("file_cache_enabled", true)
        .withGoodputYaml(settings);
  }

  /** Cassandra 4.1 does not run on Java 17. */
  private static NodeOptions onItsJava(String release, NodeOptions options) throws IOException {
    String java =
        System.getProperty("goodput.cassandra.java", release.startsWith("4.1.") ? "11" : "own");
    return switch (java) {
      case "own" -> options;
      case "11" -> options.withJavaHome(JavaRuntime.eleven());
      case "21" ->
          options
              .withJavaHome(JavaRuntime.twentyOne())
              .withJvmArgument("-Djava.security.manager=allow");
      default ->
          throw new IllegalArgumentException("goodput.cassandra.java: 11 or 21, not " + java);
    };
  }

  private static void assertDescribed(Cql cql) {
    assertThat(cql.run("DESCRIBE TABLE ks.t").one().getString("create_statement"))
        .contains(RateLimit.of(0, 0));
    assertThat(cql.limits("t")).isEqualTo(Map.of("reads", 0, "writes", 0));
  }

  private static void assertCommentIsApart(Cql cql, String release) {
    String comment = "it''s";
    cql.changeSchema("ALTER TABLE t WITH gc_grace_seconds = 77 AND comment = '" + comment + "'");
    assertCommentDescribed(cql, comment);
    cql.changeSchema("ALTER TABLE t WITH " + RateLimit.of(0, 0));
    assertCommentDescribed(cql, comment);
    if (is60(release)) {
      cql.changeSchema("COMMENT ON TABLE t IS 'other'");
      assertCommentDescribed(cql, "other");
    }
  }

  private static void assertCommentDescribed(Cql cql, String comment) {
    assertDescribed(cql);
    assertThat(cql.run("DESCRIBE TABLE ks.t").one().getString("create_statement"))
        .contains("comment = '" + comment + "'")
        .contains("gc_grace_seconds = 77")
        .doesNotContain("[per_partition_rate_limit");
  }

  /** With one replica of two nodes, some keys belong to this coordinator and some do not. */
  private static void assertRejected(Cql cql) {
    for (String request :
        List.of("SELECT * FROM ks.t WHERE k = %d", "INSERT INTO ks.t (k, v) VALUES (%d, 1)")) {
      SimpleStatement[] all =
          Stream.iterate(0, k -> k + 1)
              .limit(20)
              .map(k -> SimpleStatement.newInstance(request.formatted(k)))
              .toArray(SimpleStatement[]::new);
      String kind = request.startsWith("SELECT") ? "reads" : "writes";
      await()
          .atMost(TIMEOUT)
          .untilAsserted(
              () ->
                  assertThat(
                          Stream.of(all)
                              .flatMap(one -> Flood.run(cql, one, Duration.ZERO).errors().stream()))
                      .hasSize(all.length)
                      .contains(
                          cql.rejectionMessage("coordinator", kind, "t"),
                          cql.rejectionMessage("replicas", kind, "t")));
    }
    for (String kind : List.of("reads", "writes")) {
      assertThat(cql.counter("rejected_by_coordinator", "t", kind)).isPositive();
      assertThat(cql.counter("rejected_by_replicas", "t", kind)).isPositive();
    }
  }

  /** By an override, which also the other node has learned of. */
  private static void assertDenied(Cql cql) {
    SimpleStatement read = SimpleStatement.newInstance("SELECT k FROM ks.u WHERE k = 'it''s'");
    await().atMost(TIMEOUT).until(() -> !Flood.isAccepted(cql, read));
    assertThat(cql.run("SELECT partition_key FROM goodput.overrides").one().getString(0))
        .isEqualTo("'it''s'");
  }

  /** The key has all types that Cassandra 4.1 writes without quotes. */
  private static void assertShownKeyCanBeDenied(Cql cql) {
    cql.changeSchema(
        "CREATE TABLE v (k text, day date, at timestamp, since time, host inet,"
            + " PRIMARY KEY ((k, day, at, since, host)))");
    SimpleStatement read =
        SimpleStatement.newInstance(
            "SELECT k FROM ks.v WHERE k = 'it''s' AND day = '2026-11-24'"
                + " AND at = '2026-11-24T03:10:00.123Z' AND since = '01:02:03' AND host = '10.0.0.1'");
    String key =
        await()
            .atMost(TIMEOUT)
            .until(
                () -> {
                  Flood.repeat(cql, read, 20);
                  return cql
                      .run("SELECT table_name, partition_key FROM goodput.hot_partitions")
                      .all()
                      .stream()
                      .filter(row -> "v".equals(row.getString("table_name")))
                      .map(row -> row.getString("partition_key"))
                      .findFirst()
                      .orElse("");
                },
                shown -> !shown.isEmpty());

    cql.run(
        "UPDATE goodput.overrides USING TTL 3600 SET max_reads_per_second = 0"
            + " WHERE keyspace_name = 'ks' AND table_name = 'v' AND partition_key = ?",
        key);

    assertThat(Flood.isAccepted(cql, read)).isFalse();
    cql.run(
        "DELETE FROM goodput.overrides"
            + " WHERE keyspace_name = 'ks' AND table_name = 'v' AND partition_key = ?",
        key);
  }

  private static void assertShown(Cql cql, Node node) throws Exception {
    SimpleStatement read = SimpleStatement.newInstance("SELECT * FROM ks.t WHERE k = 1");
    Flood.repeat(cql, read, 100);
    assertThat(cql.hottestRate("t")).isPositive();
    assertThat((Map<?, ?>) Jmx.metric(node, "name=HotPartitions", "Value")).isNotEmpty();
    assertThat((long) Jmx.metric(node, "keyspace=ks,scope=t,name=ReadsRejected", "Count"))
        .isPositive();
    assertThat(cql.run("SELECT * FROM goodput.queue").all()).isNotEmpty();
    await()
        .atMost(TIMEOUT)
        .untilAsserted(
            () -> {
              Flood.repeat(cql, read, 20);
              assertThat(cql.run("SELECT driver, statement FROM goodput.top_clients").all())
                  .anySatisfy(
                      row -> {
                        assertThat(row.getString("driver")).contains("Java Driver");
                        assertThat(row.getString("statement"))
                            .isEqualTo("SELECT * FROM ks.t WHERE k = ?");
                      });
            });
  }

  /** Cassandra 6.0 has no snitch to wrap. */
  private static void assertHeat(Cql cql, String release) {
    assertThat(cql.setting("heat_weighted_reads")).isEqualTo(is60(release) ? "false" : "true");
    int nodes = is60(release) ? 0 : 2;
    await()
        .atMost(TIMEOUT)
        .until(() -> cql.run("SELECT * FROM goodput.heat").all().size() == nodes);
  }

  private static boolean is60(String release) {
    return release.startsWith("6.0");
  }

  private static void assertServed(Cql cql) {
    for (int k = 0; k < 20; k++) {
      cql.run("INSERT INTO ks.t (k, v) VALUES (?, ?)", k, k);
      assertThat(cql.run("SELECT v FROM ks.t WHERE k = ?", k).one().getInt(0)).isEqualTo(k);
    }
  }

  /** Reads over the limit, of which each has to be recognized as one that has been read before. */
  private static void assertSharedReads(Cql cql) {
    cql.changeSchema(
        "ALTER TABLE t WITH per_partition_rate_limit = {'max_reads_per_second': '5',"
            + " 'coalesce_reads': 'true', 'over_limit': 'stale', 'max_staleness': '60s'}");
    PreparedStatement read = cql.prepare("SELECT v FROM ks.t WHERE k = ?");
    await()
        .atMost(TIMEOUT)
        .ignoreExceptions()
        .until(
            () ->
                cql.run(read.bind(1)).one() != null
                    && cql.counter("answered_stale", "t", "reads") > 0);
  }

  private static List<String> logged(Node node, String text) throws IOException {
    try (Stream<String> lines = Files.lines(node.log())) {
      return lines.filter(line -> line.contains(text)).toList();
    }
  }
}
