package io.goodput.lab.nodetests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.servererrors.InvalidConfigurationInQueryException;
import com.datastax.oss.driver.api.core.servererrors.QueryValidationException;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("The table option per_partition_rate_limit")
@ExtendWith(SharedNode.class)
class TableOptionIT {

  private static final Map<String, Integer> BOTH = Map.of("reads", 200, "writes", 100);

  private final Cql cql;

  TableOptionIT(Cql cql) {
    this.cql = cql;
  }

  @BeforeEach
  void limitedTable() {
    cql.run("DROP TABLE IF EXISTS t");
    cql.run(
        "CREATE TABLE t (k int PRIMARY KEY, v int) WITH per_partition_rate_limit ="
            + " {'max_reads_per_second': 200, 'max_writes_per_second': 100}");
  }

  @Test
  void create_bothLimits_setsBoth() {
    assertThat(cql.limits("t")).isEqualTo(BOTH);
  }

  @Test
  void alter_oneLimit_replacesBoth() {
    cql.run("ALTER TABLE t WITH per_partition_rate_limit = {'max_reads_per_second': 500}");

    assertThat(cql.limits("t")).isEqualTo(Map.of("reads", 500));
  }

  @Test
  void alter_emptyMap_removesLimits() {
    cql.run("ALTER TABLE t WITH per_partition_rate_limit = {}");

    assertThat(cql.limits("t")).isEmpty();
  }

  @Test
  void alter_otherOptionsInStatement_setsAllOptions() {
    cql.run(
        "ALTER TABLE t WITH comment = 'odd' AND"
            + " per_partition_rate_limit = {'max_reads_per_second': 2147483647}"
            + " AND gc_grace_seconds = 77");

    assertThat(cql.limits("t")).isEqualTo(Map.of("reads", Integer.MAX_VALUE));
    assertThat(schemaValue("gc_grace_seconds")).isEqualTo(77);
    assertThat(schemaValue("comment")).isEqualTo("odd");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ALTER TABLE t WITH comment = 'other'",
        "ALTER TABLE t ADD w int",
        "ALTER TABLE t DROP v",
        "ALTER TABLE t RENAME k TO key",
        "CREATE INDEX ON t (v)",
        "CREATE TABLE IF NOT EXISTS t (k int PRIMARY KEY)"
            + " WITH per_partition_rate_limit = {'max_reads_per_second': 1}",
        "ALTER TABLE IF EXISTS missing WITH per_partition_rate_limit = {'max_reads_per_second': 1}"
      })
  void otherSchemaChange_keepsLimits(String statement) {
    cql.run(statement);

    assertThat(cql.limits("t")).isEqualTo(BOTH);
  }

  @Test
  void drop_limitedTable_removesLimits() {
    cql.run("DROP TABLE t");

    assertThat(cql.limits("t")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "alter table t with per_partition_rate_limit = {'max_reads_per_second': 3}",
        "ALTER TABLE t WITH PER_PARTITION_RATE_LIMIT = {'max_reads_per_second': 3}",
        "ALTER TABLE tableoptionit.t WITH per_partition_rate_limit={'max_reads_per_second':'3'}",
        "/* per partition */ ALTER TABLE t WITH per_partition_rate_limit ="
            + " {'max_reads_per_second': 3}"
      })
  void alter_otherSpelling_setsLimit(String statement) {
    cql.run(statement);

    assertThat(cql.limits("t")).isEqualTo(Map.of("reads", 3));
  }

  @Test
  void alter_keyspaceOfStatement_setsLimit() {
    cql.run("USE system");
    try {
      cql.run(
          SimpleStatement.newInstance(
                  "ALTER TABLE t WITH per_partition_rate_limit = {'max_reads_per_second': 3}")
              .setKeyspace(CqlIdentifier.fromInternal(cql.keyspace())));
    } finally {
      cql.run("USE " + cql.keyspace());
    }

    assertThat(cql.limits("t")).isEqualTo(Map.of("reads", 3));
  }

  @Test
  void alter_prepared_setsLimit() {
    cql.run(
        cql.prepare("ALTER TABLE t WITH per_partition_rate_limit = {'max_reads_per_second': 3}")
            .bind());

    assertThat(cql.limits("t")).isEqualTo(Map.of("reads", 3));
  }

  @Test
  void create_prepared_setsLimit() {
    cql.run("DROP TABLE IF EXISTS prepared");

    cql.run(
        cql.prepare(
                "CREATE TABLE prepared (k int PRIMARY KEY)"
                    + " WITH per_partition_rate_limit = {'max_writes_per_second': 3}")
            .bind());

    assertThat(cql.limits("prepared")).isEqualTo(Map.of("writes", 3));
  }

  @Test
  void create_quotedTableName_setsLimit() {
    cql.run(
        "CREATE TABLE \"Quoted\" (k int PRIMARY KEY)"
            + " WITH per_partition_rate_limit = {'max_reads_per_second': 3}");

    assertThat(cql.limits("Quoted")).isEqualTo(Map.of("reads", 3));
  }

  @DisplayName("An invalid value fails with an error that names it and leaves the table unchanged")
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "{'max_reads_per_second': -1} | max_reads_per_second | -1",
        "{'max_reads_per_second': 1.5} | max_reads_per_second | 1.5",
        "{'max_reads_per_second': 'ten'} | max_reads_per_second | ten",
        "{'max_reads_per_second': true} | max_reads_per_second | true",
        "{'max_reads_per_second': ''} | max_reads_per_second | ''",
        "{'max_writes_per_second': 2147483648} | max_writes_per_second | 2147483648",
        "{'max_writes_per_second': 99999999999999999999} | max_writes_per_second | 9999999999",
        "{'max_reads_per_second': 1, 'max_scans_per_second': 7} | max_scans_per_second | 7",
        "{'MAX_READS_PER_SECOND': 7} | MAX_READS_PER_SECOND | 7",
        "100 | per_partition_rate_limit | 100",
        "'fast' | per_partition_rate_limit | fast",
        "true | per_partition_rate_limit | true"
      })
  void alter_invalidValue_failsAndChangesNothing(String value, String key, String named) {
    assertThatThrownBy(
            () ->
                cql.run(
                    "ALTER TABLE t WITH gc_grace_seconds = 7 AND per_partition_rate_limit = "
                        + value))
        .isInstanceOf(InvalidConfigurationInQueryException.class)
        .hasMessageContaining(key)
        .hasMessageContaining(named);
    assertThat(cql.limits("t")).isEqualTo(BOTH);
    assertThat(schemaValue("gc_grace_seconds")).isEqualTo(864000);
  }

  @Test
  void create_invalidValue_createsNoTable() {
    assertThatThrownBy(
            () ->
                cql.run(
                    "CREATE TABLE bad (k int PRIMARY KEY)"
                        + " WITH per_partition_rate_limit = {'max_reads_per_second': -1}"))
        .isInstanceOf(InvalidConfigurationInQueryException.class);
    assertThatThrownBy(() -> cql.run("SELECT * FROM bad"))
        .hasMessageContaining("bad does not exist");
  }

  @Test
  void alter_preparedWithInvalidValue_fails() {
    assertThatThrownBy(
            () ->
                cql.run(
                    cql.prepare(
                            "ALTER TABLE t WITH"
                                + " per_partition_rate_limit = {'max_reads_per_second': -1}")
                        .bind()))
        .isInstanceOf(InvalidConfigurationInQueryException.class)
        .hasMessageContaining("max_reads_per_second");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ALTER TABLE system.local",
        "ALTER TABLE system_auth.roles",
        "ALTER TABLE system_distributed.repair_history",
        "ALTER TABLE system_views.settings",
        "ALTER TABLE goodput.limits"
      })
  void alter_systemTable_fails(String alter) {
    assertThatThrownBy(
            () -> cql.run(alter + " WITH per_partition_rate_limit = {'max_reads_per_second': 1}"))
        .isInstanceOf(QueryValidationException.class);
  }

  @Test
  void alter_missingTable_failsWithCassandrasError() {
    assertThatThrownBy(
            () ->
                cql.run(
                    "ALTER TABLE missing"
                        + " WITH per_partition_rate_limit = {'max_reads_per_second': 1}"))
        .hasMessageContaining("missing' doesn't exist");
  }

  private Object schemaValue(String option) {
    return cql.run(
            "SELECT "
                + option
                + " FROM system_schema.tables WHERE keyspace_name = ? AND table_name = 't'",
            cql.keyspace())
        .one()
        .getObject(0);
  }
}
