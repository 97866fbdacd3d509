package io.goodput.cassandra.override;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OverrideStatementsTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "UPDATE goodput.overrides USING TTL 5 SET max_reads_per_second = 1",
        "  update Goodput . OVERRIDES set",
        "UPDATE overrides SET",
        "/* now */ UPDATE \"goodput\".\"overrides\" SET",
        "INSERT INTO goodput.overrides (keyspace_name) VALUES ('ks')",
        "DELETE FROM goodput.overrides WHERE",
        "DELETE max_reads_per_second FROM goodput.overrides WHERE"
      })
  void changesTable_statementOnIt_isTrue(String query) {
    assertThat(OverrideStatements.changesTable(query, "goodput")).isTrue();
  }

  @Test
  void changesTable_tableOfThatNameInAnotherKeyspace_isFalse() {
    assertThat(OverrideStatements.changesTable("UPDATE ks.overrides SET", "goodput")).isFalse();
    assertThat(OverrideStatements.changesTable("UPDATE overrides SET", "ks")).isFalse();
    assertThat(OverrideStatements.changesTable("UPDATE overrides SET", null)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "--",
        "UPDATE",
        "UPDATE goodput.settings SET value = 'overrides'",
        "UPDATE overrides.settings SET value = '1'",
        "UPDATE \"OVERRIDES\" SET",
        "INSERT INTO t (overrides) VALUES (1)",
        "DELETE overrides FROM t WHERE k = 1",
        "DELETE overrides",
        "SELECT * FROM goodput.overrides",
        "TRUNCATE goodput.overrides"
      })
  void changesTable_otherStatement_isFalse(String query) {
    assertThat(OverrideStatements.changesTable(query, "goodput")).isFalse();
  }
}
