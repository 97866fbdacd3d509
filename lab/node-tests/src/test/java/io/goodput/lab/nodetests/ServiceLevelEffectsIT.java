package io.goodput.lab.nodetests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.servererrors.InvalidConfigurationInQueryException;
import com.datastax.oss.driver.api.core.servererrors.ReadTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@DisplayName("On an overloaded node, roles with service levels")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ServiceLevelEffectsIT {

  private static final Duration LONG = Duration.ofMinutes(2);

  /** More than the node has threads. */
  private static final int CLIENTS = 60;

  private static final Duration PAUSE = Duration.ofMillis(10);

  @AutoClose
  private final DedicatedNode server =
      DedicatedNode.start(
          Nodes.secured(Nodes.withPlugin())
              .withSetting("native_transport_max_threads", 32)
              .withSetting("read_request_timeout", "60s")
              .withGoodputYaml("drop_late_requests: true\n"));

  private final List<ClosedLoop> floods = new ArrayList<>();
  @AutoClose private CqlSession site;
  @AutoClose private CqlSession reports;
  @AutoClose private CqlSession hasty;

  @BeforeAll
  void levels() {
    Cql cql = server.cql();
    cql.run("CREATE TABLE wide (k int, c int, PRIMARY KEY (k, c))");
    for (int c = 0; c < 300; c++) {
      for (int k = 0; k < 3; k++) {
        cql.run("INSERT INTO wide (k, c) VALUES (?, ?)", k, c);
      }
    }
    cql.run("CREATE SERVICE LEVEL reports WITH shares = 10 AND workload_type = 'batch'");
    cql.run("CREATE SERVICE LEVEL hasty WITH timeout = 5ms");
    site = login("site");
    reports = login("reports");
    hasty = login("hasty");
    cql.run("ATTACH SERVICE LEVEL reports TO reports");
    cql.run("ATTACH SERVICE LEVEL hasty TO hasty");
  }

  private CqlSession login(String role) {
    server.cql().run("CREATE ROLE " + role + " WITH PASSWORD = 'p' AND LOGIN = true");
    server.cql().run("GRANT SELECT ON KEYSPACE ks TO " + role);
    return Cql.builder(server.node()).withAuthCredentials(role, "p").withKeyspace("ks").build();
  }

  @AfterEach
  void endFloods() {
    floods.forEach(ClosedLoop::stop);
    floods.clear();
    server.cql().set("fair_shares", "off");
  }

  @Test
  @DisplayName("get of the node as their shares say, and wait briefly if they are batches")
  void shares_ofTwoFloods_divideTheNode() {
    server.cql().set("fair_shares", "on");
    ClosedLoop ofSite = flood(site, 1);
    ClosedLoop ofReports = flood(reports, 2);
    await().atMost(LONG).until(() -> count("refused") > 1000 && count("waited") > 0);
    long siteBefore = ofSite.served();
    long reportsBefore = ofReports.served();

    await().atMost(LONG).until(() -> ofSite.served() - siteBefore > 10_000);

    assertThat(ofReports.served() - reportsBefore).isLessThan((ofSite.served() - siteBefore) / 3);
  }

  @Test
  @DisplayName("are listed with what the node refuses them")
  void serviceLevels_ofAFlood_showWhatIsRefused() {
    server.cql().set("fair_shares", "on");
    flood(site, 1);
    flood(reports, 2);

    await()
        .atMost(LONG)
        .untilAsserted(
            () -> {
              assertThat(level("reports").getLong("refused_per_second")).isPositive();
              assertThat(level("reports").getInt("active_roles")).isEqualTo(1);
            });
    assertThat(level("hasty").getLong("timeout_ms")).isEqualTo(5);
  }

  @Test
  @DisplayName("are named by their level when they are refused, and by their role without one")
  void refusals_ofAFlood_nameTheLevelOrTheRole() {
    server.cql().set("fair_shares", "on");
    floodAll(site);
    floodAll(reports);

    awaitRefusal(site, "and this role has");
    awaitRefusal(reports, "and this service level has");
  }

  /** Floods several partitions, so that the role as a whole is above its share. */
  private void floodAll(CqlSession session) {
    for (int key = 0; key < 3; key++) {
      flood(session, key);
    }
  }

  /**
   * Also reads partitions that no one floods: those that are flooded may be above their own shares.
   */
  private static void awaitRefusal(CqlSession session, String text) {
    await()
        .atMost(LONG)
        .pollInterval(PAUSE)
        .until(
            () ->
                IntStream.range(0, 10)
                    .mapToObj(key -> refusal(session, key))
                    .anyMatch(told -> told.contains(text)));
  }

  /** What the role is told; nothing if it is served. */
  private static String refusal(CqlSession session, int key) {
    try {
      session.execute("SELECT count(*) FROM wide WHERE k = " + key);
      return "";
    } catch (InvalidConfigurationInQueryException e) {
      return String.valueOf(e.getMessage());
    }
  }

  @Test
  @DisplayName("do not see the levels of others")
  void serviceLevels_withoutPermissionToListRoles_areNotShown() {
    server.cql().run("GRANT SELECT ON goodput.service_levels TO site");

    assertThat(site.execute("SELECT * FROM goodput.service_levels").all()).isEmpty();
  }

  private Row level(String name) {
    return server
        .cql()
        .run("SELECT * FROM goodput.service_levels WHERE service_level = ?", name)
        .one();
  }

  @Test
  @DisplayName("get no answer that comes after their timeout")
  void timeout_ofARole_shedsItsLateRequests() {
    ClosedLoop ofSite = flood(site, 1);
    ClosedLoop ofHasty = flood(hasty, 2);

    await().atMost(LONG).until(() -> ofHasty.errors().contains(ReadTimeoutException.class));

    assertThat(ofSite.errors()).isEmpty();
  }

  private ClosedLoop flood(CqlSession session, int key) {
    ClosedLoop flood =
        new ClosedLoop(
            session,
            SimpleStatement.newInstance("SELECT count(*) FROM wide WHERE k = ?", key),
            PAUSE);
    floods.add(flood);
    flood.start(CLIENTS);
    return flood;
  }

  private long count(String column) {
    return server.cql().run("SELECT * FROM goodput.fair_shares").one().getLong(column);
  }
}
