package io.goodput.lab.nodetests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.servererrors.UnauthorizedException;
import io.goodput.lab.nodes.Cluster;
import io.goodput.lab.nodetests.Cql.Totals;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@DisplayName("A node with authorization")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PermissionsIT {

  private static final String HEAT_WEIGHTED_READS = "heat_weighted_reads";
  private static final List<String> ROLES =
      List.of(
          "unprivileged",
          "alterer",
          "creator",
          "modifier",
          "writer",
          "observer",
          "reader",
          "unmasked",
          "analyst");

  @AutoClose("kill")
  private final Cluster cluster =
      Cluster.start(
          Nodes.dedicated()
              .withOptions(
                  Nodes.secured(Nodes.withPlugin())
                      .withSetting("file_cache_enabled", true)
                      .withSetting("dynamic_data_masking_enabled", true)
                      .withSetting("permissions_validity", "0ms")
                      .withSetting("in_select_cartesian_product_warn_threshold", 1)));

  @AutoClose private final Cql superuser = Cql.connect(cluster.node(1), "ks");

  @BeforeAll
  void roles() {
    superuser.run("CREATE TABLE t (k int PRIMARY KEY) WITH " + RateLimit.reads(0));
    superuser.run("CREATE TABLE own (k int PRIMARY KEY)");
    superuser.run("CREATE TABLE journal (k int PRIMARY KEY) WITH " + RateLimit.writes(0));
    superuser.run("CREATE TABLE secret (k int PRIMARY KEY) WITH " + RateLimit.reads(0));
    superuser.run("CREATE TABLE masked (k int PRIMARY KEY) WITH " + RateLimit.reads(0));
    superuser.run("ALTER TABLE masked ALTER k MASKED WITH DEFAULT");
    for (String role : ROLES) {
      superuser.run("CREATE ROLE " + role + " WITH PASSWORD = 'p' AND LOGIN = true");
    }
    superuser.run("GRANT ALTER ON ks.own TO alterer");
    superuser.run("GRANT CREATE ON KEYSPACE ks TO creator");
    superuser.run("GRANT MODIFY ON goodput.settings TO modifier");
    superuser.run("GRANT MODIFY ON ALL KEYSPACES TO writer");
    superuser.run("GRANT SELECT ON goodput.hot_partitions TO observer");
    superuser.run("GRANT SELECT ON goodput.hot_partitions TO reader");
    superuser.run("GRANT SELECT ON ks.secret TO reader");
    superuser.run("GRANT SELECT ON ks.masked TO reader");
    superuser.run("GRANT SELECT ON ALL KEYSPACES TO unmasked");
    superuser.run("GRANT UNMASK ON ks.masked TO unmasked");
    superuser.run("GRANT SELECT ON goodput.hot_partitions TO unmasked");
    superuser.run("GRANT SELECT ON ALL KEYSPACES TO analyst");
  }

  /** Makes a partition of two tables hot. It stays so for a few seconds. */
  private void flood() {
    for (String table : List.of("secret", "masked")) {
      SimpleStatement read =
          SimpleStatement.newInstance("SELECT * FROM ks.%s WHERE k = 7".formatted(table));
      Flood.repeat(superuser, read, 300);
    }
  }

  @Test
  void alter_withoutAlterPermission_isUnauthorized() {
    try (CqlSession unprivileged = login("unprivileged")) {
      assertThatThrownBy(() -> unprivileged.execute("ALTER TABLE ks.t WITH " + RateLimit.reads(9)))
          .isInstanceOf(UnauthorizedException.class);
    }
    assertThat(superuser.limits("t")).isEqualTo(Map.of("reads", 0));
  }

  @Test
  void alterPrepared_withoutAlterPermission_isUnauthorized() {
    try (CqlSession unprivileged = login("unprivileged")) {
      assertThatThrownBy(
              () ->
                  unprivileged.execute(
                      unprivileged.prepare("ALTER TABLE ks.t WITH " + RateLimit.reads(9)).bind()))
          .isInstanceOf(UnauthorizedException.class);
    }
    assertThat(superuser.limits("t")).isEqualTo(Map.of("reads", 0));
  }

  @Test
  void alter_withAlterPermission_setsLimit() {
    try (CqlSession alterer = login("alterer")) {
      alterer.execute("ALTER TABLE ks.own WITH " + RateLimit.reads(9));
    }

    assertThat(superuser.limits("own")).isEqualTo(Map.of("reads", 9));
  }

  @Test
  void create_withLimit_grantsPermissionsToCreator() {
    try (CqlSession creator = login("creator")) {
      creator.execute("CREATE TABLE ks.created (k int PRIMARY KEY) WITH " + RateLimit.reads(1000));
      creator.execute("SELECT * FROM ks.created WHERE k = 1");
      creator.execute("ALTER TABLE ks.created WITH " + RateLimit.writes(5));
    }

    assertThat(superuser.limits("created")).isEqualTo(Map.of("writes", 5));
  }

  @Test
  void select_withoutSelectPermission_isUnauthorizedAndUncounted() {
    Totals before = superuser.totals("t", "reads");

    try (CqlSession unprivileged = login("unprivileged")) {
      assertThatThrownBy(() -> unprivileged.execute("SELECT * FROM ks.t WHERE k = 1"))
          .isInstanceOf(UnauthorizedException.class);
    }

    assertThat(superuser.totals("t", "reads")).isEqualTo(before);
  }

  @Test
  @DisplayName("tells the rate of a partition only to clients that may read it")
  void write_withoutSelectPermission_doesNotLearnTheRate() {
    String insert = "INSERT INTO ks.journal (k) VALUES (1)";
    // Another partition may hold the place of the answer for some seconds.
    await()
        .untilAsserted(
            () -> assertThatThrownBy(() -> superuser.run(insert)).hasMessageContaining(", rate "));

    try (CqlSession writer = login("writer")) {
      assertThatThrownBy(() -> writer.execute(insert))
          .hasMessageContaining("limit 0 per second")
          .hasMessageNotContaining(", rate ");
    }
  }

  @Test
  @DisplayName("Cassandra warns of many keys in IN once, also on a table with a limit")
  void select_severalKeys_warnsOnce() {
    try (CqlSession alterer = login("alterer")) {
      alterer.execute("ALTER TABLE ks.own WITH " + RateLimit.reads(1000));
      superuser.run("GRANT SELECT ON ks.own TO alterer");

      assertThat(
              alterer
                  .execute("SELECT * FROM ks.own WHERE k IN (1, 2)")
                  .getExecutionInfo()
                  .getWarnings())
          .hasSize(1)
          .first()
          .asString()
          .contains("IN");
    }
  }

  @Test
  void settings_withoutModifyPermission_areReadOnly() {
    try (CqlSession unprivileged = login("unprivileged")) {
      Cql settings = new Cql(unprivileged, "ks");

      assertThatThrownBy(() -> settings.set(HEAT_WEIGHTED_READS, "true"))
          .isInstanceOf(UnauthorizedException.class);
    }
  }

  @Test
  @DisplayName("MODIFY ON ALL KEYSPACES, which users have for their data, changes no setting")
  void settings_withModifyOnAllKeyspaces_areReadOnly() {
    try (CqlSession writer = login("writer")) {
      writer.execute("INSERT INTO ks.own (k) VALUES (1)");
      Cql settings = new Cql(writer, "ks");

      assertThatThrownBy(() -> settings.set(HEAT_WEIGHTED_READS, "true"))
          .isInstanceOf(UnauthorizedException.class)
          .hasMessageContaining("goodput.settings");
    }
    assertThat(superuser.setting(HEAT_WEIGHTED_READS)).isEqualTo("false");
  }

  @Test
  void settings_superuser_areWritable() {
    superuser.set(HEAT_WEIGHTED_READS, "true");
    assertThat(superuser.setting(HEAT_WEIGHTED_READS)).isEqualTo("true");

    superuser.set(HEAT_WEIGHTED_READS, "false");
    assertThat(superuser.setting(HEAT_WEIGHTED_READS)).isEqualTo("false");
  }

  @Test
  @DisplayName("SELECT ON ALL KEYSPACES shows no table of Goodput, as it shows no system_views")
  void select_withSelectOnAllKeyspaces_isUnauthorized() {
    List<String> tables = new ArrayList<>(List.of("system_views.clients"));
    superuser
        .run("SELECT table_name FROM system_virtual_schema.tables WHERE keyspace_name = 'goodput'")
        .forEach(row -> tables.add("goodput." + row.getString(0)));
    assertThat(tables).hasSizeGreaterThan(10);
    try (CqlSession analyst = login("analyst")) {
      assertThat(tables)
          .allSatisfy(
              table ->
                  assertThatThrownBy(() -> analyst.execute("SELECT * FROM " + table))
                      .isInstanceOf(UnauthorizedException.class));
    }
  }

  @Test
  void hotPartitions_superuser_areAllShown() {
    assertThat(hotTables(superuser.session())).containsExactlyInAnyOrder("secret", "masked");
  }

  @Test
  @DisplayName("A role sees the hot partitions of the tables that it may read")
  void hotPartitions_withSelectOnTable_areShown() {
    try (CqlSession reader = login("reader")) {
      assertThat(hotTables(reader)).containsExactly("secret");
    }
  }

  @Test
  void hotPartitions_withoutSelectOnAnyTable_areHidden() {
    try (CqlSession observer = login("observer")) {
      assertThat(hotTables(observer)).isEmpty();
    }
  }

  @Test
  @DisplayName("A role sees a masked key only if it may read it without the mask")
  void hotPartitions_keyMasked_areShownWithUnmaskPermission() {
    try (CqlSession unmasked = login("unmasked")) {
      assertThat(hotTables(unmasked)).containsExactlyInAnyOrder("secret", "masked");
    }
  }

  @Test
  void hotPartitions_prepared_areHiddenAlike() {
    try (CqlSession observer = login("observer")) {
      String query = "SELECT * FROM goodput.hot_partitions WHERE rank IN (1, 2)";
      flood();

      assertThat(observer.execute(observer.prepare(query).bind()).all()).isEmpty();
    }
  }

  @Test
  @DisplayName("JMX names hot partitions by their ranks")
  void jmx_hotPartitions_haveNoKeys() throws Exception {
    flood();
    for (String metric : List.of("HotPartitions", "RejectedHotPartitions")) {
      assertThat((Map<?, ?>) Jmx.metric(cluster.node(1), "name=" + metric, "Value"))
          .hasSize(2)
          .allSatisfy((name, rate) -> assertThat((String) name).matches("reads of ks\\.\\w+ #\\d"));
    }
  }

  private List<String> hotTables(CqlSession session) {
    flood();
    return session.execute("SELECT * FROM goodput.hot_partitions").all().stream()
        .filter(row -> "7".equals(row.getString("partition_key")))
        .map(row -> row.getString("table_name"))
        .toList();
  }

  @Test
  void settings_withModifyPermission_areWritable() {
    try (CqlSession modifier = login("modifier")) {
      Cql settings = new Cql(modifier, "ks");

      settings.set(HEAT_WEIGHTED_READS, "true");
      assertThat(superuser.setting(HEAT_WEIGHTED_READS)).isEqualTo("true");

      settings.set(HEAT_WEIGHTED_READS, "false");
      assertThat(superuser.setting(HEAT_WEIGHTED_READS)).isEqualTo("false");
    }
  }

  private CqlSession login(String role) {
    return Cql.builder(cluster.node(1)).withAuthCredentials(role, "p").build();
  }
}
