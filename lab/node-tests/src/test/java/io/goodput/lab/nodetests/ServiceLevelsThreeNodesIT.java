package io.goodput.lab.nodetests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.data.CqlDuration;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import com.datastax.oss.driver.api.core.servererrors.SyntaxError;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("Statements about service levels, on one node of three,")
@ExtendWith(ThreeNodes.Shared.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ServiceLevelsThreeNodesIT {

  private final Cql first;
  private final Cql second;
  private final Cql third;

  ServiceLevelsThreeNodesIT(ThreeNodes nodes) {
    this.first = nodes.rf1(1);
    this.second = nodes.rf1(2);
    this.third = nodes.rf1(3);
    first.run("CREATE ROLE staff");
    first.run("CREATE ROLE ann");
    first.run("GRANT staff TO ann");
  }

  @BeforeEach
  void levels() {
    first.run(
        "CREATE SERVICE LEVEL IF NOT EXISTS site"
            + " WITH shares = 500 AND timeout = 2s AND workload_type = 'interactive';");
    first.run("CREATE SERVICE LEVEL IF NOT EXISTS reports WITH workload_type = 'batch'");
  }

  @AfterEach
  void drop() {
    for (String level : List.of("site", "reports")) {
      first.run("DROP SERVICE LEVEL IF EXISTS " + level);
    }
  }

  @Test
  void create_isListedByAllNodes() {
    for (Cql node : List.of(first, second, third)) {
      assertThat(options(node, "site")).isEqualTo("500 2s interactive");
      assertThat(options(node, "reports")).isEqualTo("1000 null batch");
    }
  }

  @Test
  void create_first_createsAKeyspaceWithThreeReplicas() {
    assertThat(
            first
                .run(
                    "SELECT replication FROM system_schema.keyspaces"
                        + " WHERE keyspace_name = 'goodput_levels'")
                .one()
                .getMap(0, String.class, String.class))
        .contains(
            entry("class", "org.apache.cassandra.locator.NetworkTopologyStrategy"),
            entry("datacenter1", "3"));
  }

  @Test
  void create_again_isInvalid() {
    assertThatThrownBy(() -> second.run("CREATE SERVICE LEVEL site"))
        .isInstanceOf(InvalidQueryException.class)
        .hasMessage("Service level 'site' already exists; change it with ALTER SERVICE LEVEL");
  }

  @Test
  void createIfNotExists_again_changesNothing() {
    second.run("CREATE SERVICE LEVEL IF NOT EXISTS site WITH shares = 1");

    assertThat(options(third, "site")).isEqualTo("500 2s interactive");
  }

  @Test
  void create_whereNodesNeitherShareFairlyNorShed_warnsThatLevelsHaveNoEffect() {
    assertThat(
            first.run("CREATE SERVICE LEVEL IF NOT EXISTS idle").getExecutionInfo().getWarnings())
        .containsExactly(
            "Service levels have no effect on this node without fair_shares: on, or"
                + " drop_late_requests: true");
    first.run("DROP SERVICE LEVEL idle");
  }

  @Test
  void alter_oneOption_keepsTheOthers() {
    second.run("ALTER SERVICE LEVEL site WITH timeout = null");

    assertThat(options(third, "site")).isEqualTo("500 null interactive");
  }

  @Test
  void drop_attachedLevel_detachesIt() {
    first.run("ATTACH SERVICE LEVEL site TO ann");

    second.run("DROP SERVICE LEVEL site");
    second.run("CREATE SERVICE LEVEL site");

    assertThat(attached(third)).isEmpty();
  }

  @Test
  void attachAndDetach_areListedByOtherNodes() {
    first.run("ATTACH SERVICE LEVEL site TO ann");
    first.run("ATTACH SERVICE_LEVEL reports TO ann");
    assertThat(attached(second)).containsExactly(entry("ann", "reports"));
    assertThat(third.run("LIST ATTACHED SERVICE LEVEL OF ann").one().getString("service_level"))
        .isEqualTo("reports");

    third.run("DETACH SERVICE LEVEL FROM ann");
    assertThat(attached(second)).isEmpty();
  }

  @Test
  @DisplayName("follow ScyllaDB: a role without a level can be detached, names can be in quotes")
  void statements_ofScyllaDb_areAccepted() {
    first.run("DETACH SERVICE LEVEL FROM ann");
    first.run("CREATE/* why */SERVICE_LEVEL IF NOT EXISTS 'site'");
    first.run("ATTACH SERVICE_LEVEL 'site' TO 'ann'");

    assertThat(attached(second)).containsExactly(entry("ann", "site"));
  }

  @Test
  @DisplayName("combine the levels of a role with those of the roles granted to it")
  void listEffective_ofARoleWithTwoLevels_combinesThem() {
    first.run("ATTACH SERVICE LEVEL site TO staff");
    first.run("ATTACH SERVICE LEVEL reports TO ann");

    assertThat(second.run("LIST EFFECTIVE SERVICE LEVEL OF ann").all())
        .extracting(row -> row.getString(0) + " " + row.getString(1) + " " + row.getString(2))
        .containsExactlyInAnyOrder(
            "shares site 500", "timeout site 2s", "workload_type reports batch");
  }

  @Test
  void prepared_statements_workLikeText() {
    first.session().execute(first.prepare("ATTACH SERVICE LEVEL site TO ann").bind());
    Row row =
        first.session().execute(first.prepare("LIST ATTACHED SERVICE LEVEL OF ann").bind()).one();

    assertThat(row.getString("service_level")).isEqualTo("site");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "ALTER SERVICE LEVEL x WITH shares = 1|Service level 'x' does not exist",
        "DROP SERVICE LEVEL x|Service level 'x' does not exist",
        "LIST SERVICE LEVEL x|Service level 'x' does not exist",
        "ATTACH SERVICE LEVEL x TO ann|Service level 'x' does not exist",
        "ATTACH SERVICE LEVEL site TO tim|Role 'tim' does not exist",
        "LIST EFFECTIVE SERVICE LEVEL OF tim|Role 'tim' does not exist",
        "LIST EFFECTIVE SERVICE LEVEL OF ann|Role 'ann' has no service level, and no role granted to it has one",
        "DETACH SERVICE LEVEL FROM tim|Role 'tim' does not exist",
        "ALTER SERVICE LEVEL site WITH shares = 0|shares must be a whole number from 1 to 1000, not '0'"
      })
  void statement_thatMakesNoSense_isInvalid(String statement, String message) {
    assertThatThrownBy(() -> first.run(statement))
        .isInstanceOf(InvalidQueryException.class)
        .hasMessage(message);
  }

  @Test
  void statement_notWellFormed_isASyntaxError() {
    assertThatThrownBy(() -> first.run("ATTACH SERVICE LEVEL site"))
        .isInstanceOf(SyntaxError.class)
        .hasMessage("Expected TO where the statement ends");
  }

  private static String options(Cql cql, String level) {
    Row row = cql.run("LIST SERVICE LEVEL " + level).one();
    CqlDuration timeout = row.getCqlDuration("timeout");
    return row.getInt("shares") + " " + timeout + " " + row.getString("workload_type");
  }

  private static Map<String, String> attached(Cql cql) {
    return cql.run("LIST ALL ATTACHED SERVICE LEVELS").all().stream()
        .collect(Collectors.toMap(row -> row.getString(0), row -> row.getString(1)));
  }
}
