package io.goodput.lab.nodetests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.servererrors.UnauthorizedException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("Permissions for service levels")
@ExtendWith(ThreeNodes.Shared.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ServiceLevelPermissionsThreeNodesIT {

  /** What each role may do. */
  private static final Map<String, List<String>> GRANTS =
      Map.of(
          "member", List.of("SELECT ON KEYSPACE rf1"),
          "maker", List.of("CREATE ON ALL ROLES", "ALTER ON ALL ROLES", "DROP ON ALL ROLES"),
          "manager", List.of("AUTHORIZE ON ROLE member"),
          "viewer", List.of("DESCRIBE ON ALL ROLES"));

  private final ThreeNodes nodes;
  private final Cql superuser;
  @AutoClose private final CqlSession member;
  @AutoClose private final CqlSession maker;
  @AutoClose private final CqlSession manager;
  @AutoClose private final CqlSession viewer;

  ServiceLevelPermissionsThreeNodesIT(ThreeNodes nodes) {
    this.nodes = nodes;
    this.superuser = nodes.rf1(1);
    for (String role : GRANTS.keySet()) {
      superuser.run("CREATE ROLE " + role + " WITH PASSWORD = 'p' AND LOGIN = true");
    }
    GRANTS.forEach(
        (role, grants) -> grants.forEach(it -> superuser.run("GRANT " + it + " TO " + role)));
    this.member = login("member");
    this.maker = login("maker");
    this.manager = login("manager");
    this.viewer = login("viewer");
  }

  private CqlSession login(String role) {
    return Cql.builder(nodes.node(2)).withAuthCredentials(role, "p").build();
  }

  @BeforeAll
  void levels() {
    superuser.run("CREATE SERVICE LEVEL own WITH shares = 200");
    superuser.run("CREATE SERVICE LEVEL other");
    superuser.run("ATTACH SERVICE LEVEL own TO member");
  }

  @AfterAll
  void drop() {
    superuser.run("DROP SERVICE LEVEL own");
    superuser.run("DROP SERVICE LEVEL other");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "CREATE SERVICE LEVEL x",
        "ALTER SERVICE LEVEL own WITH shares = 1000",
        "DROP SERVICE LEVEL own",
        "ATTACH SERVICE LEVEL other TO member",
        "DETACH SERVICE LEVEL FROM member",
        "LIST ALL SERVICE LEVELS",
        "LIST SERVICE LEVEL other",
        "LIST ALL ATTACHED SERVICE LEVELS",
        "LIST ATTACHED SERVICE LEVEL OF manager",
        "LIST EFFECTIVE SERVICE LEVEL OF manager",
        "SELECT * FROM goodput_levels.service_levels",
        "DELETE FROM goodput_levels.service_levels WHERE scope = 'cluster'"
      })
  void statement_withoutPermission_isUnauthorized(String statement) {
    assertThatThrownBy(() -> member.execute(statement)).isInstanceOf(UnauthorizedException.class);
  }

  @Test
  void prepared_withoutPermission_isUnauthorized() {
    assertThatThrownBy(
            () -> member.execute(member.prepare("DETACH SERVICE LEVEL FROM member").bind()))
        .isInstanceOf(UnauthorizedException.class);
  }

  @Test
  void createAlterDrop_withTheirPermissionsOnAllRoles_areAllowed() {
    assertThatCode(
            () -> {
              maker.execute("CREATE SERVICE LEVEL made");
              maker.execute("ALTER SERVICE LEVEL made WITH shares = 3");
              maker.execute("DROP SERVICE LEVEL made");
            })
        .doesNotThrowAnyException();
  }

  @Test
  void attachAndDetach_withAuthorizeOnTheRole_areAllowed() {
    manager.execute("ATTACH SERVICE LEVEL other TO member");
    manager.execute("ATTACH SERVICE LEVEL own TO member");

    assertThatThrownBy(() -> manager.execute("ATTACH SERVICE LEVEL own TO viewer"))
        .isInstanceOf(UnauthorizedException.class);
  }

  @Test
  void list_withDescribeOnAllRoles_isAllowed() {
    assertThat(viewer.execute("LIST ALL SERVICE LEVELS").all())
        .extracting(row -> row.getString("service_level"))
        .contains("other", "own");
    assertThat(viewer.execute("LIST ALL ATTACHED SERVICE LEVELS").all()).isNotEmpty();
  }

  @Test
  void list_ownAttachment_isAllowed() {
    assertThat(member.execute("LIST ATTACHED SERVICE LEVEL OF member").one().getString(1))
        .isEqualTo("own");
    assertThat(member.execute("LIST EFFECTIVE SERVICE LEVEL OF member").all()).hasSize(3);
  }

  @Test
  @DisplayName("A role may list its own level, on any node within ten seconds after ATTACH")
  void list_ownLevel_isAllowedOnceTheNodeKnowsIt() {
    await()
        .atMost(Duration.ofSeconds(10))
        .ignoreExceptionsInstanceOf(UnauthorizedException.class)
        .until(() -> member.execute("LIST SERVICE LEVEL own").one().getInt("shares") == 200);
  }
}
