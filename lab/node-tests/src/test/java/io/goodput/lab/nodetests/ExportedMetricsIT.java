package io.goodput.lab.nodetests;

import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import io.goodput.lab.nodes.NodeOptions;
import io.goodput.lab.nodetests.Observability.Query;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName(
    "A node with everything on and the JMX exporter agent, which has the rules in observability")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ExportedMetricsIT {

  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  /** Labels that Prometheus adds to each sample. */
  private static final Set<String> OF_PROMETHEUS = Set.of("instance", "job");

  private static final String EVERYTHING_ON =
      """
      fair_shares: on
      yield_to_requests: on
      drop_late_requests: true
      heat_weighted_reads: true
      """;

  @AutoClose private final DedicatedNode server = DedicatedNode.start(exporting());

  private static NodeOptions exporting() {
    return ExporterAgent.on(Nodes.withPlugin())
        .withSetting("file_cache_enabled", true)
        .withGoodputYaml(EVERYTHING_ON);
  }

  @BeforeAll
  void offerLoad() {
    Cql cql = server.cql();
    cql.run("CREATE TABLE hot (k int PRIMARY KEY) WITH " + RateLimit.of(10, 10));
    for (int k = 0; k < 20; k++) {
      cql.run("INSERT INTO hot (k) VALUES (?)", k);
      cql.run("SELECT * FROM hot WHERE k = ?", k);
    }
    Flood.repeat(cql, read(1), 200);
    cql.run("CREATE SERVICE LEVEL website WITH shares = 500 AND timeout = 2s");
    cql.run(
        "UPDATE goodput.overrides USING TTL 3600 SET max_reads_per_second = 5"
            + " WHERE keyspace_name = 'ks' AND table_name = 'hot' AND partition_key = '19'");
  }

  private static SimpleStatement read(int k) {
    return SimpleStatement.newInstance("SELECT * FROM ks.hot WHERE k = " + k);
  }

  @Test
  void metrics_ofTheNode_areThoseInTheDocs() throws Exception {
    assertThat(shapes())
        .isEqualTo(DocumentedMetric.all().stream().map(DocumentedMetric::shape).collect(toSet()));
  }

  private Set<String> shapes() throws Exception {
    return Jmx.metrics(server.node()).stream().map(DocumentedMetric::shape).collect(toSet());
  }

  @Test
  void page_hasTheNamesLabelsAndTypesInTheDocs() throws Exception {
    Exposition page = ExporterAgent.page();
    Map<String, Set<String>> exported = new TreeMap<>(page.labels());
    exported.keySet().removeIf(name -> !name.startsWith("goodput_"));

    assertThat(exported)
        .isEqualTo(
            DocumentedMetric.exportedOnes().stream()
                .collect(toMap(DocumentedMetric::exported, DocumentedMetric::labels)));
    for (DocumentedMetric metric : DocumentedMetric.exportedOnes()) {
      assertThat(page.types().get(metric.exported()))
          .as(metric.exported())
          .isEqualTo(metric.isCounter() ? "counter" : "gauge");
    }
  }

  @Test
  void page_showsTheFiguresOfTheVirtualTables() throws Exception {
    Map<String, String> table = Map.of("keyspace", "ks", "table", "hot");
    Exposition page = ExporterAgent.page();

    assertThat(page.sum("goodput_reads_rejected_total", table))
        .isPositive()
        .isEqualTo((double) server.cql().counter("rejected_by_coordinator", "hot", "reads"));
    assertThat(page.sum("goodput_reads_max_per_second", table)).isEqualTo(10);
    assertThat(page.sum("goodput_writes_accepted_total", table)).isEqualTo(20);
    assertThat(page.sum("goodput_limits", Map.of())).isEqualTo(2);
    assertThat(page.sum("goodput_overrides", Map.of())).isEqualTo(1);
    assertThat(page.sum("goodput_reads_enforced", table)).isEqualTo(1);
    assertThat(page.sum("goodput_heat_nodes", Map.of())).isEqualTo(1);
    assertThat(page.sum("goodput_standing_queue", Map.of("kind", "reads"))).isEqualTo(0);
    assertThat(page.sum("goodput_faults_total", Map.of())).isEqualTo(0);
    assertThat(page.sum("goodput_version", Map.of("version", "0.1.0-SNAPSHOT"))).isEqualTo(1);
    assertThat(page.sum("cassandra_node", Map.of("datacenter", "datacenter1"))).isEqualTo(1);
  }

  @Test
  void limit_thatIsUsed_hasAPeak() {
    Map<String, String> table = Map.of("keyspace", "ks", "table", "hot");

    await()
        .atMost(TIMEOUT)
        .untilAsserted(
            () ->
                assertThat(ExporterAgent.page().sum("goodput_reads_peak_per_second", table))
                    .isGreaterThan(10));
  }

  @Test
  void hottestPartition_thatNearlyAllReadsHit_hasNearlyAllOfTheNode() {
    await()
        .atMost(TIMEOUT)
        .untilAsserted(
            () -> {
              Flood.repeat(server.cql(), read(2), 300);
              Exposition page = ExporterAgent.page();
              assertThat(page.sum("goodput_hottest_partition_share", Map.of())).isBetween(0.8, 1.0);
              assertThat(page.sum("goodput_hottest_partition_per_second", Map.of()))
                  .isGreaterThan(page.sum("goodput_requests_per_second", Map.of()) / 2);
              assertThat(page.sum("goodput_partitions_over_limit", Map.of())).isPositive();
              assertThat(page.sum("goodput_coordinated_per_second", Map.of()))
                  .isGreaterThan(page.sum("goodput_hottest_partition_per_second", Map.of()) / 2);
            });
  }

  @Test
  void hottestPartition_ofReadsOnManyPartitions_hasASmallShare() {
    server.cql().run("CREATE TABLE IF NOT EXISTS wide (k int PRIMARY KEY)");
    await()
        .atMost(TIMEOUT)
        .untilAsserted(
            () -> {
              for (int k = 0; k < 500; k++) {
                server.cql().run("SELECT * FROM wide WHERE k = ?", k);
              }
              Flood.repeat(server.cql(), read(3), 5);
              assertThat(ExporterAgent.page().sum("goodput_hottest_partition_share", Map.of()))
                  .isBetween(0.0, 0.3);
            });
  }

  @Test
  void metrics_ofALimitThatIsRemoved_areRemoved() throws Exception {
    Cql cql = server.cql();
    cql.run("CREATE TABLE passing (k int PRIMARY KEY) WITH " + RateLimit.of(1, 1));
    Map<String, String> passing = Map.of("keyspace", "ks", "table", "passing");
    assertThat(ExporterAgent.page().sum("goodput_reads_max_per_second", passing)).isEqualTo(1);

    cql.run("ALTER TABLE passing WITH " + RateLimit.reads(2));

    assertThat(ExporterAgent.page().sum("goodput_reads_max_per_second", passing)).isEqualTo(2);
    assertThat(ExporterAgent.page().sum("goodput_writes_max_per_second", passing)).isNaN();

    cql.run("DROP TABLE passing");

    assertThat(ExporterAgent.page().samples())
        .noneMatch(it -> "passing".equals(it.labels().get("table")));
  }

  @Test
  void requestsPerSecond_rejectedByAnOverrideOfATableWithoutALimit_areCounted() {
    server.cql().run("CREATE TABLE denied (k int PRIMARY KEY)");
    server
        .cql()
        .run(
            "UPDATE goodput.overrides USING TTL 60 SET max_reads_per_second = 0"
                + " WHERE keyspace_name = 'ks' AND table_name = 'denied' AND partition_key = '1'");
    SimpleStatement read = SimpleStatement.newInstance("SELECT * FROM ks.denied WHERE k = 1");

    await()
        .atMost(TIMEOUT)
        .untilAsserted(
            () -> {
              Flood.repeat(server.cql(), read, 500);
              Exposition page = ExporterAgent.page();
              assertThat(page.sum("goodput_requests_per_second", Map.of()))
                  .isGreaterThan(
                      page.sum("goodput_hottest_partition_rejected_per_second", Map.of()) / 2);
              assertThat(page.sum("goodput_hottest_partition_rejected_per_second", Map.of()))
                  .isGreaterThan(100);
            });

    server.cql().run("DROP TABLE denied");
    assertThat(server.cql().run("SELECT * FROM goodput.overrides").all()).hasSize(1);
    await()
        .atMost(TIMEOUT)
        .untilAsserted(
            () -> assertThat(ExporterAgent.page().sum("goodput_overrides", Map.of())).isEqualTo(1));
  }

  @Test
  void metrics_ofAServiceLevel_areThereUntilItIsDropped() throws Exception {
    Map<String, String> website = Map.of("service_level", "website");
    Map<String, String> passing = Map.of("service_level", "passing");
    server.cql().run("CREATE SERVICE LEVEL passing");
    Exposition page = ExporterAgent.page();

    assertThat(page.sum("goodput_level_shares", website)).isEqualTo(500);
    assertThat(page.sum("goodput_level_timeout_seconds", website)).isEqualTo(2);
    assertThat(page.sum("goodput_level_refused_per_second", website)).isEqualTo(0);
    assertThat(page.sum("goodput_level_shares", passing)).isEqualTo(1000);

    server.cql().run("DROP SERVICE LEVEL passing");

    assertThat(ExporterAgent.page().samples())
        .noneMatch(it -> "passing".equals(it.labels().get("service_level")));
  }

  static Stream<Query> queries() throws IOException {
    return Stream.concat(
        Observability.dashboardQueries().stream(), Observability.alertQueries().stream());
  }

  @ParameterizedTest
  @MethodSource("queries")
  void query_ofAPanelOrAnAlert_namesOnlyWhatThePageExports(Query query) throws Exception {
    Map<String, Set<String>> exported = ExporterAgent.page().labels();
    PromQl parsed = PromQl.parse(query.query());
    Set<String> known = new TreeSet<>(OF_PROMETHEUS);

    parsed
        .selectors()
        .forEach(
            (metric, matched) -> {
              assertThat(exported).containsKey(metric);
              Set<String> labels = exported.getOrDefault(metric, Set.of());
              known.addAll(labels);
              assertThat(known).containsAll(matched);
            });
    assertThat(known).containsAll(parsed.grouping()).containsAll(query.labels());
  }

  @Test
  void queries_areThereForEachCapability() throws Exception {
    List<String> alerts = Observability.alertQueries().stream().map(Query::by).toList();

    assertThat(queries()).hasSizeGreaterThan(50);
    assertThat(alerts)
        .contains(
            "GoodputMissing",
            "GoodputFaults",
            "GoodputLimitsNotEnforced",
            "GoodputCountersFull",
            "GoodputNodeOverloaded",
            "GoodputHotPartition",
            "GoodputWarmingStuck");
  }
}
