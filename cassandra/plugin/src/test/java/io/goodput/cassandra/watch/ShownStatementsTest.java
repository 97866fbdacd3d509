package io.goodput.cassandra.watch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ShownStatementsTest {

  private final ShownStatements statements = new ShownStatements();

  @Test
  void of_sameText_isTheSameObject() {
    String first = statements.of("SELECT v FROM t WHERE k = 1");

    assertThat(statements.of(new String("SELECT v FROM t WHERE k = 1".toCharArray())))
        .isSameAs(first)
        .isEqualTo("SELECT v FROM t WHERE k = ?");
  }

  @Test
  void of_manyTexts_keepsABoundedNumber() {
    for (int k = 0; k < 10_000; k++) {
      statements.of("SELECT v FROM t WHERE k = " + k);
    }

    assertThat(statements.size()).isEqualTo(64);
  }

  @Test
  void of_longText_isNotKept() {
    String shown = statements.of("INSERT INTO t (k) VALUES ('" + "a".repeat(2_000) + "')");

    assertThat(shown).isEqualTo("INSERT INTO t (k) VALUES (?)");
    assertThat(statements.size()).isZero();
  }
}
