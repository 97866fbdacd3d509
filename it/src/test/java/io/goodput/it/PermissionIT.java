package io.goodput.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.servererrors.UnauthorizedException;
import io.goodput.cluster.Cluster;
import io.goodput.it.Cql.Totals;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@DisplayName("On a node with permissions")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PermissionIT {

  @AutoClose("kill")
  private final Cluster cluster =
      Cluster.start(
          Nodes.extra()
              .withOptions(
                  Nodes.withPlugin()
                      .withSetting("file_cache_enabled", true)
                      .withSetting("authenticator", "PasswordAuthenticator")
                      .withSetting("authorizer", "CassandraAuthorizer")
                      .withSetting("permissions_validity", "0ms")));

  @AutoClose private final Cql superuser = superuser();

  @BeforeAll
  void roles() {
    superuser.run(
        "CREATE TABLE t (k int PRIMARY KEY)"
            + " WITH per_partition_rate_limit = {'max_reads_per_second': 0}");
    superuser.run("CREATE TABLE own (k int PRIMARY KEY)");
    for (String role : List.of("stranger", "alterer", "creator", "switcher")) {
      superuser.run("CREATE ROLE " + role + " WITH PASSWORD = 'p' AND LOGIN = true");
    }
    superuser.run("GRANT ALTER ON ks.own TO alterer");
    superuser.run("GRANT CREATE ON KEYSPACE ks TO creator");
    superuser.run("GRANT MODIFY ON goodput.settings TO switcher");
  }

  @Test
  void aRoleThatMayNotAlterTheTable_cannotSetTheOption() {
    try (CqlSession stranger = login("stranger")) {
      assertThatThrownBy(
              () ->
                  stranger.execute(
                      "ALTER TABLE ks.t"
                          + " WITH per_partition_rate_limit = {'max_reads_per_second': 9}"))
          .isInstanceOf(UnauthorizedException.class);
    }
    assertThat(superuser.limits("t")).isEqualTo(Map.of("reads", 0));
  }

  @Test
  void aRoleThatMayNotAlterTheTable_cannotSetTheOptionPrepared() {
    try (CqlSession stranger = login("stranger")) {
      assertThatThrownBy(
              () ->
                  stranger.execute(
                      stranger
                          .prepare(
                              "ALTER TABLE ks.t"
                                  + " WITH per_partition_rate_limit = {'max_reads_per_second': 9}")
                          .bind()))
          .isInstanceOf(UnauthorizedException.class);
    }
    assertThat(superuser.limits("t")).isEqualTo(Map.of("reads", 0));
  }

  @Test
  void aRoleThatMayAlterTheTable_setsTheOption() {
    try (CqlSession alterer = login("alterer")) {
      alterer.execute(
          "ALTER TABLE ks.own WITH per_partition_rate_limit = {'max_reads_per_second': 9}");
    }

    assertThat(superuser.limits("own")).isEqualTo(Map.of("reads", 9));
  }

  @Test
  void whoCreatesATableWithTheOption_ownsIt() {
    try (CqlSession creator = login("creator")) {
      creator.execute(
          "CREATE TABLE ks.created (k int PRIMARY KEY)"
              + " WITH per_partition_rate_limit = {'max_reads_per_second': 1000}");
      creator.execute("SELECT * FROM ks.created WHERE k = 1");
      creator.execute(
          "ALTER TABLE ks.created WITH per_partition_rate_limit = {'max_writes_per_second': 5}");
    }

    assertThat(superuser.limits("created")).isEqualTo(Map.of("writes", 5));
  }

  @Test
  void aRoleThatMayNotReadTheTable_isToldSo_andUsesUpNothing() {
    Totals before = superuser.totals("t", "reads");

    try (CqlSession stranger = login("stranger")) {
      assertThatThrownBy(() -> stranger.execute("SELECT * FROM ks.t WHERE k = 1"))
          .isInstanceOf(UnauthorizedException.class);
    }

    assertThat(superuser.totals("t", "reads")).isEqualTo(before);
  }

  @Test
  void aRoleThatMayNotModifyTheSettings_cannotSwitchHeatWeightedReads() {
    try (CqlSession stranger = login("stranger")) {
      assertThatThrownBy(() -> stranger.execute(switchedTo(true)))
          .isInstanceOf(UnauthorizedException.class);
    }
  }

  @Test
  void aRoleThatMayModifyTheSettings_switchesHeatWeightedReads() {
    try (CqlSession switcher = login("switcher")) {
      switcher.execute(switchedTo(true));
      assertThat(heatWeightedReads()).isEqualTo("true");

      switcher.execute(switchedTo(false));
      assertThat(heatWeightedReads()).isEqualTo("false");
    }
  }

  private static String switchedTo(boolean on) {
    return "UPDATE goodput.settings SET value = '%b' WHERE name = 'heat_weighted_reads'"
        .formatted(on);
  }

  private String heatWeightedReads() {
    return superuser
        .run("SELECT value FROM goodput.settings WHERE name = 'heat_weighted_reads'")
        .one()
        .getString(0);
  }

  /** Cassandra makes its first role shortly after it answers clients. */
  private Cql superuser() {
    return await()
        .atMost(Duration.ofSeconds(60))
        .ignoreException(AllNodesFailedException.class)
        .until(
            () ->
                Cql.connect(
                    Cql.builder(cluster.node(1)).withAuthCredentials("cassandra", "cassandra"),
                    "ks",
                    1),
            session -> true);
  }

  private CqlSession login(String role) {
    return Cql.builder(cluster.node(1)).withAuthCredentials(role, "p").build();
  }
}
