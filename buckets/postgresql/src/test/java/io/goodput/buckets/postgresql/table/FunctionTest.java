package io.goodput.buckets.postgresql.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.goodput.buckets.TokenBuckets;
import io.goodput.buckets.postgresql.PostgresBuckets;
import io.goodput.buckets.postgresql.Server;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The function in SQL, as applications call it without Goodput's client. */
class FunctionTest {

  private final String id = UUID.randomUUID().toString();

  @Test
  void function_calledWithAnotherSearchPath_findsItsTable() throws SQLException {
    try (Connection connection = DriverManager.getConnection(Server.url());
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE SCHEMA IF NOT EXISTS elsewhere; SET search_path = elsewhere");
      assertThat(first(statement, "SELECT public.rate_limiting_request('%s', 10)".formatted(id)))
          .isEqualTo(599);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "'a', 0",
        "'a', -5",
        "'a', NULL",
        "'a', 2000000000",
        "'a', 1, 0",
        "'a', 1, NULL",
        "'a', 1000000000, 5000",
        "'', 1",
        "NULL, 1",
        "repeat('x', 2000), 1",
      })
  void function_withAWrongArgument_saysWhatIsPossible(String arguments) throws SQLException {
    try (Connection connection = DriverManager.getConnection(Server.url());
        Statement statement = connection.createStatement()) {
      assertThatThrownBy(
              () -> first(statement, "SELECT rate_limiting_request(%s)".formatted(arguments)))
          .hasMessageContaining("is not possible: choose")
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("22023"));
    }
  }

  @Test
  void function_whoseRowDisappearsEachTime_givesUp() throws SQLException {
    Server.execute("DROP SCHEMA IF EXISTS vanishing CASCADE; CREATE SCHEMA vanishing");
    String url = Server.url() + "&currentSchema=vanishing";
    try (TokenBuckets buckets = PostgresBuckets.on(url).open()) {
      buckets.install();
    }
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      statement.execute(
          """
          CREATE FUNCTION vanish() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
          CREATE TRIGGER vanish BEFORE INSERT ON rate_limiting_token_bucket
            FOR EACH ROW EXECUTE FUNCTION vanish();
          SET statement_timeout = '5s';
          """);
      assertThatThrownBy(() -> first(statement, "SELECT rate_limiting_request('a', 10)"))
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("40001"));
    }
  }

  @Test
  void function_besideManyClasses_readsOnlyThoseOfItsPrefixes() throws SQLException {
    try (Connection connection = DriverManager.getConnection(Server.url());
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.execute(
          """
          INSERT INTO rate_limiting_class
            SELECT 'class-' || i, '{1,1000000,5}' FROM generate_series(1, 10000) i
          """);
      assertThat(first(statement, "SELECT rate_limiting_request('class-77', 10)")).isEqualTo(4);
      // One row tells whether there are classes at all.
      assertThat(
              first(
                  statement,
                  """
                  SELECT seq_tup_read FROM pg_stat_xact_user_tables
                  WHERE relid = 'rate_limiting_class'::regclass
                  """))
          .isLessThanOrEqualTo(1);
      connection.rollback();
    }
  }

  private static long first(Statement statement, String query) throws SQLException {
    try (ResultSet row = statement.executeQuery(query)) {
      row.next();
      return row.getLong(1);
    }
  }
}
