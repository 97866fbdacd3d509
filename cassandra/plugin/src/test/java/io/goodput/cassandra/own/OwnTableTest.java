package io.goodput.cassandra.own;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.cassandra.request.Statements;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** In a JVM that knows the schema of tables, and opens none of them. */
class OwnTableTest {

  @BeforeAll
  static void createTables() {
    assertThat(Statements.parse("SELECT * FROM ks.t WHERE k = 1")).isNotNull();
  }

  @Test
  @DisplayName("A table whose schema has come but which is not open yet cannot be read")
  void exists_tableThatIsNotOpen_isFalse() {
    OwnTable created = new OwnTable("ks", "t", "", "");

    assertThat(created.exists()).isFalse();
    assertThat(created.isOpening()).isTrue();
  }

  @Test
  @DisplayName("A table that no node has created is not about to open")
  void isOpening_unknownTable_isFalse() {
    OwnTable unknown = new OwnTable("ks", "none", "", "");

    assertThat(unknown.exists()).isFalse();
    assertThat(unknown.isOpening()).isFalse();
  }
}
