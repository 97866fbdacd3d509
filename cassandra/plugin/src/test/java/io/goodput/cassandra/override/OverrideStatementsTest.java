package io.goodput.cassandra.override;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OverrideStatementsTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "UPDATE goodput.overrides USING TTL 5 SET max_reads_per_second = 1 WHERE k = 1",
        "  update Goodput . OVERRIDES set v = 1 where k = 1",
        "UPDATE overrides SET v = 1 WHERE k = 1",
        "/* now */ UPDATE \"goodput\".\"overrides\" SET v = 1 WHERE k = 1",
        "UPDATE -- now\r goodput.overrides SET v = $$;$$ WHERE k = 1",
        "INSERT INTO goodput.overrides (keyspace_name) VALUES ('ks')",
        "DELETE FROM goodput.overrides WHERE k = 1",
        "DELETE max_reads_per_second FROM goodput.overrides WHERE k = 1"
      })
  void change_statementOnIt_isThatStatement(String query) {
    assertThat(OverrideStatements.change(query, "goodput")).isNotNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "--",
        "UPDATE",
        "UPDATE goodput.overrides",
        "UPDATE goodput.settings SET value = 'overrides' WHERE k = 1",
        "UPDATE overrides.settings SET value = '1' WHERE k = 1",
        "UPDATE \"OVERRIDES\" SET v = 1 WHERE k = 1",
        "UPDATE ks.overrides SET v = 1 WHERE k = 1",
        "INSERT INTO t (overrides) VALUES (1)",
        "DELETE overrides FROM t WHERE k = 1",
        "DELETE overrides",
        "SELECT * FROM goodput.overrides",
        "TRUNCATE goodput.overrides"
      })
  void change_otherStatement_isNull(String query) {
    assertThat(OverrideStatements.change(query, "goodput")).isNull();
  }

  @Test
  void change_tableOfThatNameInAnotherKeyspace_isNull() {
    String query = "UPDATE overrides SET v = 1 WHERE k = 1";

    assertThat(OverrideStatements.change(query, "ks")).isNull();
    assertThat(OverrideStatements.change(query, null)).isNull();
  }
}
