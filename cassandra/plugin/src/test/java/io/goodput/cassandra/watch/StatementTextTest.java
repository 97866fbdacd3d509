package io.goodput.cassandra.watch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StatementTextTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "SELECT * FROM ks.t WHERE k = ? | SELECT * FROM ks.t WHERE k = ?",
        "SELECT * FROM ks.t2 WHERE k = :k1 | SELECT * FROM ks.t2 WHERE k = :k1",
        "SELECT v FROM t WHERE k = 'secret' LIMIT 10 | SELECT v FROM t WHERE k = ? LIMIT ?",
        "SELECT v FROM t WHERE k = 'it''s' AND c > 'b' | SELECT v FROM t WHERE k = ? AND c > ?",
        "INSERT INTO t (k, v) VALUES (-1.5, 0xCAFE) | INSERT INTO t (k, v) VALUES (?, ?)",
        "INSERT INTO t (k, v) VALUES ($$a 'b' c$$, true) | INSERT INTO t (k, v) VALUES (?, ?)",
        "UPDATE t SET m = {'a':1, 'b':2} WHERE k = 3 | UPDATE t SET m = {?:?, ?:?} WHERE k = ?",
        "SELECT \"Key 1\" FROM \"A\"\"b'c\" WHERE k=1 | SELECT \"Key 1\" FROM \"A\"\"b'c\" WHERE k=?",
        "SELECT v FROM t WHERE k = a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11 | SELECT v FROM t WHERE k = ?",
        "SELECT v FROM t /* of 'x' */ WHERE k = 12h30m -- secret | SELECT v FROM t WHERE k = ?",
        "UPDATE t SET d = P1Y2M, e = PT5H WHERE p1 = 1 | UPDATE t SET d = ?, e = ? WHERE p1 = ?",
        "SELECT pt5h FROM t WHERE p2012 = 1 | SELECT pt5h FROM t WHERE p2012 = ?",
        "UPDATE t SET d = P2015-01-02T03:04:05, e = -P3W WHERE k = 1 | UPDATE t SET d = ?, e = ? WHERE k = ?",
        "UPDATE t SET d = -1h30m, f = 1.5e-3 WHERE k = -1 | UPDATE t SET d = ?, f = ? WHERE k = ?",
        "SELECT v FROM t WHERE f = NaN AND g = -Infinity | SELECT v FROM t WHERE f = ? AND g = ?",
        "UPDATE t SET c = c + 1 WHERE k = ''|UPDATE t SET c = c + ? WHERE k = ?",
        "SELECT   v  FROM t // secret | SELECT v FROM t",
        "SELECT v FROM t WHERE k = 'not closed | SELECT v FROM t WHERE k = ?"
      })
  void withoutLiterals_ofAStatement(String text, String shown) {
    assertThat(StatementText.withoutLiterals(text)).isEqualTo(shown);
  }

  @Test
  void withoutLiterals_aCommentWithinALine_endsWithTheLine() {
    assertThat(StatementText.withoutLiterals("SELECT v -- secret\nFROM t"))
        .isEqualTo("SELECT v FROM t");
  }

  @Test
  void withoutLiterals_aLongStatement_isCut() {
    assertThat(StatementText.withoutLiterals("SELECT " + "column, ".repeat(10_000)))
        .hasSize(StatementText.LONGEST + " …".length())
        .endsWith(" …");
  }

  @Test
  void withoutLiterals_aLongLiteral_isNotReadToItsEnd() {
    assertThat(
            StatementText.withoutLiterals("UPDATE t SET v = '" + "a secret ".repeat(9_000) + "'"))
        .isEqualTo("UPDATE t SET v = ? …");
  }

  @Test
  void withoutLiterals_aUuidWhereReadingEnds_isNotShownInPart() {
    String uuids = "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11,".repeat(9_000);

    assertThat(StatementText.withoutLiterals("UPDATE t SET v = [" + uuids)).doesNotContain("a0ee");
  }
}
