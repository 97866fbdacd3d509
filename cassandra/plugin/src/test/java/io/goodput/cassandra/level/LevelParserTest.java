package io.goodput.cassandra.level;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.goodput.core.fair.Workload;
import io.goodput.core.time.Nanos;
import org.apache.cassandra.exceptions.InvalidRequestException;
import org.apache.cassandra.exceptions.SyntaxException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LevelParserTest {

  private static final LevelOptions SHARES = LevelOptions.NONE.with("shares", "100");

  @Test
  void create_allOptions_statesThem() {
    LevelOptions options = new LevelOptions(100, 2 * Nanos.PER_SECOND, Workload.BATCH);

    assertThat(
            LevelParser.parse(
                "CREATE SERVICE LEVEL analytics"
                    + " WITH shares = 100 AND timeout = 2s AND workload_type = 'batch';"))
        .isEqualTo(new CreateLevel("analytics", false, options));
  }

  @Test
  void create_noOptions_statesNone() {
    assertThat(LevelParser.parse("CREATE SERVICE LEVEL IF NOT EXISTS a"))
        .isEqualTo(new CreateLevel("a", true, LevelOptions.NONE));
  }

  @Test
  void alter_null_resetsTheOption() {
    assertThat(LevelParser.parse("ALTER SERVICE LEVEL a WITH timeout = null AND shares = NULL"))
        .isEqualTo(new AlterLevel("a", new LevelOptions(1000, 0L, null)));
  }

  @Test
  void drop_ifExists_isRead() {
    assertThat(LevelParser.parse("DROP SERVICE LEVEL a")).isEqualTo(new DropLevel("a", false));
    assertThat(LevelParser.parse("DROP SERVICE LEVEL IF EXISTS a"))
        .isEqualTo(new DropLevel("a", true));
  }

  @Test
  void attachAndDetach_roles_areRead() {
    assertThat(LevelParser.parse("ATTACH SERVICE LEVEL a TO Tom"))
        .isEqualTo(new AttachLevel("a", "tom"));
    assertThat(LevelParser.parse("DETACH SERVICE LEVEL FROM 'Tom'"))
        .isEqualTo(new DetachLevel("Tom"));
  }

  @Test
  void list_eachForm_isRead() {
    assertThat(LevelParser.parse("LIST SERVICE LEVEL a")).isEqualTo(new ListLevels("a"));
    assertThat(LevelParser.parse("LIST ALL SERVICE LEVELS")).isEqualTo(new ListLevels(null));
    assertThat(LevelParser.parse("LIST ATTACHED SERVICE LEVEL OF tom"))
        .isEqualTo(new ListAttached("tom"));
    assertThat(LevelParser.parse("LIST ALL ATTACHED SERVICE LEVELS"))
        .isEqualTo(new ListAttached(null));
    assertThat(LevelParser.parse("LIST EFFECTIVE SERVICE LEVEL OF tom"))
        .isEqualTo(new ListEffective("tom"));
  }

  @ParameterizedTest
  @DisplayName("Keywords have no case, and service level may have an underscore")
  @ValueSource(
      strings = {
        "alter service level a with Shares=100",
        "ALTER SERVICE_LEVEL a WITH shares = 100;",
        "  /* why */ ALTER -- who\n SERVICE LEVEL // what\n A WITH shares = 100 ; ",
        "-- first\nALTER SERVICE LEVEL \"a\" WITH shares = '100'"
      })
  void parse_sameStatementInOtherWords_isTheSame(String query) {
    assertThat(LevelParser.parse(query)).isEqualTo(new AlterLevel("a", SHARES));
  }

  @Test
  void parse_quotedName_keepsItsCaseAndQuotes() {
    assertThat(LevelParser.parse("LIST SERVICE LEVEL \"My \"\"Level\"\"\""))
        .isEqualTo(new ListLevels("My \"Level\""));
  }

  @ParameterizedTest
  @DisplayName("The scripts of ScyllaDB's users have names in single quotes and an underscore")
  @ValueSource(
      strings = {
        "CREATE SERVICE_LEVEL IF NOT EXISTS 'sl250' WITH shares = 250",
        "CREATE/* why */SERVICE LEVEL IF NOT EXISTS sl250 WITH shares = 250",
        "CREATE -- why\rSERVICE LEVEL IF NOT EXISTS sl250 WITH shares = 250",
        "CREATE // why\r\n SERVICE LEVELS IF NOT EXISTS SL250 WITH shares = 250 -- now"
      })
  void parse_quotedNamesUnderscoresAndComments_areRead(String query) {
    assertThat(LevelParser.parse(query))
        .isEqualTo(new CreateLevel("sl250", true, LevelOptions.NONE.with("shares", "250")));
  }

  @Test
  void parse_nameInSingleQuotes_keepsItsCase() {
    assertThat(LevelParser.parse("ATTACH SERVICE_LEVEL 'Reports' TO 'Tom'"))
        .isEqualTo(new AttachLevel("Reports", "Tom"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "SELECT * FROM t",
        "CREATE TABLE service_level (k int PRIMARY KEY)",
        "CREATE ROLE service",
        "DROP ROLE \"service level\"",
        "ALTER TABLE service WITH comment = 'level'",
        "LIST ALL PERMISSIONS OF tom",
        "LIST ROLES",
        "DELETE FROM service WHERE k = 'not closed",
        "-- CREATE SERVICE LEVEL a",
        "/* CREATE SERVICE LEVEL a"
      })
  void parse_anotherStatement_isNull(String query) {
    assertThat(LevelParser.parse(query)).isNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "CREATE SERVICE LEVEL|Expected the name of a service level where the statement ends",
        "CREATE SERVICE LEVEL IF a|Expected NOT where 'a' comes next",
        "CREATE SERVICE LEVEL 5|Expected the name of a service level where '5' comes next",
        "CREATE SERVICE LEVEL a shares = 1|Expected the end of the statement where 'shares' comes next",
        "CREATE SERVICE LEVEL a WITH shares 1|Expected = where '1' comes next",
        "CREATE SERVICE LEVEL a WITH shares = ?|Expected a value where '?' comes next",
        "ALTER SERVICE LEVEL a|Expected WITH where the statement ends",
        "ATTACH SERVICE LEVEL a tom|Expected TO where 'tom' comes next",
        "DETACH SERVICE LEVEL a FROM tom|Expected FROM where 'a' comes next",
        "LIST ATTACHED SERVICE LEVEL|Expected OF where the statement ends",
        "LIST ALL SERVICE LEVELS x|Expected the end of the statement where 'x' comes next",
        "DETACH SERVICE LEVEL FROM 'tom|Expected a role where ''tom' comes next"
      })
  void parse_notWellFormed_saysWhatIsMissing(String query, String message) {
    assertThatThrownBy(() -> LevelParser.parse(query))
        .isInstanceOf(SyntaxException.class)
        .hasMessage(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "shares = 0|shares must be a whole number from 1 to 1000, not '0'",
        "shares = -5|shares must be a whole number from 1 to 1000, not '-5'",
        "shares = 1001|shares must be a whole number from 1 to 1000, not '1001'",
        "shares = many|shares must be a whole number from 1 to 1000, not 'many'",
        "timeout = 5|timeout must be a duration from 1ms to 24h in whole milliseconds, such as 500ms, not '5'",
        "timeout = 1500us|timeout must be a duration from 1ms to 24h in whole milliseconds, such as 500ms, not '1500us'",
        "timeout = -1s|timeout must be a duration from 1ms to 24h in whole milliseconds, such as 500ms, not '-1s'",
        "timeout = 1mo|timeout must be a duration from 1ms to 24h in whole milliseconds, such as 500ms, not '1mo'",
        "workload_type = 'x'|workload_type must be 'interactive', 'batch', or 'unspecified', not 'x'",
        "cpu = 1|A service level has the options shares, timeout, and workload_type, not 'cpu'",
        "shares = 1 AND shares = 2|Option 'shares' is there twice; state it once"
      })
  void parse_invalidOption_saysWhatIsRight(String options, String message) {
    assertThatThrownBy(() -> LevelParser.parse("CREATE SERVICE LEVEL a WITH " + options))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessage(message);
  }

  @ParameterizedTest
  @ValueSource(strings = {"batch", "'Batch'", "BATCH"})
  void parse_workload_hasNoCase(String value) {
    assertThat(LevelParser.parse("CREATE SERVICE LEVEL a WITH workload_type = " + value))
        .isEqualTo(new CreateLevel("a", false, new LevelOptions(null, null, Workload.BATCH)));
  }

  @ParameterizedTest
  @CsvSource({"30ms, 30000000", "1m30s, 90000000000", "PT2S, 2000000000"})
  void parse_timeout_isADurationOfCql(String value, long nanos) {
    assertThat(LevelParser.parse("ALTER SERVICE LEVEL a WITH timeout = " + value))
        .isEqualTo(new AlterLevel("a", new LevelOptions(null, nanos, null)));
  }

  @Test
  void mayBe_readsAndInserts_areNot() {
    assertThat(LevelParser.mayBe("SELECT * FROM t")).isFalse();
    assertThat(LevelParser.mayBe(" insert into t")).isFalse();
    assertThat(LevelParser.mayBe("DELETE FROM t")).isFalse();
  }
}
