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

@DisplayName("A node with authorization")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PermissionsIT {

  private static final String HEAT_WEIGHTED_READS = "heat_weighted_reads";

  @AutoClose("kill")
  private final Cluster cluster =
      Cluster.start(
          Nodes.dedicated()
              .withOptions(
                  Nodes.withPlugin()
                      .withSetting("file_cache_enabled", true)
                      .withSetting("authenticator", "PasswordAuthenticator")
                      .withSetting("authorizer", "CassandraAuthorizer")
                      .withSetting("permissions_validity", "0ms")));

  @AutoClose private final Cql superuser = superuser();

  @BeforeAll
  void roles() {
    superuser.run("CREATE TABLE t (k int PRIMARY KEY) WITH " + RateLimit.reads(0));
    superuser.run("CREATE TABLE own (k int PRIMARY KEY)");
    for (String role : List.of("unprivileged", "alterer", "creator", "modifier")) {
      superuser.run("CREATE ROLE " + role + " WITH PASSWORD = 'p' AND LOGIN = true");
    }
    superuser.run("GRANT ALTER ON ks.own TO alterer");
    superuser.run("GRANT CREATE ON KEYSPACE ks TO creator");
    superuser.run("GRANT MODIFY ON goodput.settings TO modifier");
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
  void settings_withoutModifyPermission_areReadOnly() {
    try (CqlSession unprivileged = login("unprivileged")) {
      Cql settings = new Cql(unprivileged, "ks");

      assertThatThrownBy(() -> settings.set(HEAT_WEIGHTED_READS, "true"))
          .isInstanceOf(UnauthorizedException.class);
    }
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

  /** Retries, because Cassandra creates its first role shortly after it starts to serve clients. */
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
