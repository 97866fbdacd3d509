package io.goodput.buckets.postgresql.table;

import static io.goodput.buckets.Rates.perSecond;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.goodput.buckets.BucketException;
import io.goodput.buckets.BucketOptions;
import io.goodput.buckets.Limits;
import io.goodput.buckets.TokenBucket;
import io.goodput.buckets.TokenBuckets;
import io.goodput.buckets.postgresql.Server;
import io.goodput.buckets.postgresql.admin.BucketRow;
import io.goodput.buckets.postgresql.admin.BucketRows;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Installs into schemas of their own. */
class InstallationTest {

  private final String schema = "Tenant \"%s\"".formatted(UUID.randomUUID());

  @Test
  void install_intoANamedSchema_servesClientsThatNameIt() {
    createSchema();
    try (TokenBuckets buckets = Server.client().schema(schema).open().install();
        BucketRows rows = BucketRows.on(Server.url(), schema)) {
      assertThat(buckets.bucket("a", perSecond(1).burst(5)).tryAcquire(5).admitted()).isTrue();
      assertThat(rows.list("", 10)).extracting(BucketRow::id).containsExactly("a");
    }
  }

  @Test
  void install_intoASchemaThatDoesNotExist_createsIt() {
    try (TokenBuckets buckets = Server.client().schema(schema).open().install()) {
      assertThat(buckets.bucket("a", perSecond(1).burst(5)).tryAcquire().admitted()).isTrue();
    }
  }

  @Test
  void install_byARoleThatMayNotCreateTheSchema_saysWhatToDo() {
    String role = "r" + UUID.randomUUID().toString().replace("-", "");
    Server.execute("CREATE ROLE %s LOGIN".formatted(role));
    String url = Server.url().replace("user=postgres", "user=" + role);
    try (TokenBuckets buckets = Server.client(url).schema(schema).open()) {
      assertThatThrownBy(buckets::install)
          .hasMessageContaining(
              "CREATE SCHEMA %s AUTHORIZATION \"%s\", or let another role run ", quoted(), role);
    }
  }

  @Test
  void install_byARoleThatMayNotCreateSchemas_usesAnExistingOne() {
    createSchema();
    String role = "r" + UUID.randomUUID().toString().replace("-", "");
    Server.execute("CREATE ROLE %s LOGIN".formatted(role));
    Server.execute("GRANT CREATE, USAGE ON SCHEMA %s TO %s".formatted(quoted(), role));
    String url = Server.url().replace("user=postgres", "user=" + role);
    try (TokenBuckets buckets = Server.client(url).schema(schema).open().install()) {
      assertThat(buckets.bucket("a", perSecond(1).burst(5)).tryAcquire().admitted()).isTrue();
    }
  }

  @Test
  void uninstall_removesEverythingThatInstallMade() {
    createSchema();
    try (BucketRows rows = BucketRows.on(Server.url(), schema)) {
      assertThat(rows.install()).isTrue();
      assertThat(rows.uninstall()).isTrue();
      assertThat(rows.uninstall()).isFalse();
    }
    Server.execute("DROP SCHEMA " + quoted() + " RESTRICT");
  }

  @Test
  void uninstall_ofAnUnrelatedTable_keepsIt() {
    createSchema();
    Server.execute("CREATE TABLE %s.rate_limiting_token_bucket (a int)".formatted(quoted()));
    try (BucketRows rows = BucketRows.on(Server.url(), schema)) {
      assertThatThrownBy(rows::uninstall)
          .isInstanceOf(BucketException.class)
          .hasMessageContaining("is not a Goodput table");
    }
  }

  @Test
  void install_overTheTableOfTheSeries_keepsItsRows() {
    createSchema();
    Server.execute(
        """
        CREATE TABLE %1$s.rate_limiting_token_bucket (
          id text PRIMARY KEY, tk bigint NOT NULL, ts timestamptz NOT NULL);
        INSERT INTO %1$s.rate_limiting_token_bucket VALUES ('kept', 3, now());
        """
            .formatted(quoted()));
    try (TokenBuckets buckets = Server.client().schema(schema).open().install()) {
      TokenBucket bucket =
          buckets.bucket("kept", BucketOptions.of(Limits.parse("100 per day")).direct());
      assertThat(bucket.tryAcquire(90).admitted()).isFalse();
      assertThat(bucket.tryAcquire(3).admitted()).isTrue();
    }
  }

  @Test
  void install_overATableWithOtherColumns_isRefusedWithTheirNames() {
    createSchema();
    Server.execute(
        """
        CREATE TABLE %s.rate_limiting_token_bucket (
          id text PRIMARY KEY, tk bigint NOT NULL, ts timestamptz NOT NULL, full_at timestamptz)
        """
            .formatted(quoted()));
    try (BucketRows rows = BucketRows.on(Server.url(), schema)) {
      assertThatThrownBy(rows::install)
          .isInstanceOf(BucketException.class)
          .hasMessageContaining(
              "is not a Goodput table: it has (id text, tk bigint, ts timestamp with time zone,"
                  + " full_at timestamp with time zone), not (")
          .hasMessageContaining("Rename it, or use another schema.");
    }
  }

  @Test
  void install_overANewerVersionThatHasAllThatIsNeeded_changesNothing() {
    createSchema();
    try (TokenBuckets buckets = Server.client().schema(schema).open().install()) {
      Server.execute(
          """
          ALTER TABLE %1$s.rate_limiting_token_bucket ADD COLUMN later int;
          COMMENT ON TABLE %1$s.rate_limiting_token_bucket IS 'Goodput token buckets, version 2';
          """
              .formatted(quoted()));
      buckets.install();

      assertThat(buckets.bucket("a", perSecond(1).burst(5)).tryAcquire(5).admitted()).isTrue();
    }
  }

  @Test
  void install_ofANewerFunctionDuringADump_doesNotWaitForTheTable() throws SQLException {
    createSchema();
    try (BucketRows rows = BucketRows.on(Server.url(), schema);
        Connection dump = DriverManager.getConnection(Server.url())) {
      rows.install();
      Server.execute(
          "COMMENT ON FUNCTION %s.rate_limiting_lease IS 'Goodput token buckets, revision 0'"
              .formatted(quoted()));
      lockAsADumpDoes(dump);
      rows.install();

      assertThat(
              Server.number(
                  """
                  SELECT count(*) FROM pg_proc WHERE pronamespace = '%s'::regnamespace
                    AND obj_description(oid, 'pg_proc') LIKE '%%revision 1'
                  """
                      .formatted(quoted())))
          .isEqualTo(1);
    }
  }

  @Test
  void install_thatAddsColumnsDuringADump_saysThatItWaitsForTheTable() throws SQLException {
    createSchema();
    Server.execute(
        """
        CREATE TABLE %1$s.rate_limiting_token_bucket (
          id text PRIMARY KEY, tk bigint NOT NULL, ts timestamptz NOT NULL);
        """
            .formatted(quoted()));
    try (BucketRows rows = BucketRows.on(Server.url(), schema);
        Connection dump = DriverManager.getConnection(Server.url())) {
      lockAsADumpDoes(dump);
      assertThatThrownBy(rows::install)
          .isInstanceOf(BucketException.class)
          .hasMessageContaining("another session, such as a dump");
      dump.rollback();
      assertThat(rows.install()).isFalse();
    }
  }

  private void lockAsADumpDoes(Connection dump) throws SQLException {
    dump.setAutoCommit(false);
    try (Statement statement = dump.createStatement()) {
      statement.execute(
          "LOCK TABLE %s.rate_limiting_token_bucket IN ACCESS SHARE MODE".formatted(quoted()));
    }
  }

  @Test
  void install_ofANewerFunction_keepsItsGrants() {
    createSchema();
    try (BucketRows rows = BucketRows.on(Server.url(), schema)) {
      rows.install();
      Server.execute(
          """
          REVOKE EXECUTE ON FUNCTION %1$s.rate_limiting_lease FROM PUBLIC;
          COMMENT ON FUNCTION %1$s.rate_limiting_lease IS 'Goodput token buckets, revision 0';
          """
              .formatted(quoted()));
      rows.install();

      assertThat(
              Server.number(
                  """
                  SELECT count(*) FROM pg_proc
                  WHERE pronamespace = '%s'::regnamespace AND proname = 'rate_limiting_lease'
                    AND has_function_privilege('pg_monitor', oid, 'EXECUTE')
                  """
                      .formatted(quoted())))
          .isZero();
    }
  }

  @Test
  void install_withoutTheRightToCreate_namesTheGrant() {
    createSchema();
    Server.execute(
        "DROP ROLE IF EXISTS builder; CREATE ROLE builder LOGIN; GRANT USAGE ON SCHEMA %s TO builder"
            .formatted(quoted()));
    String url = Server.url().replace("user=postgres", "user=builder");
    try (BucketRows rows = BucketRows.on(url, schema)) {
      assertThatThrownBy(rows::install)
          .isInstanceOf(BucketException.class)
          .hasMessageContaining("GRANT CREATE ON SCHEMA %s TO \"builder\"".formatted(quoted()))
          .hasMessageNotContaining("Position");
    }
    Server.execute("DROP OWNED BY builder; DROP ROLE builder");
  }

  @Test
  void install_overANewerVersion_asksForANewerGoodput() throws Exception {
    createSchema();
    try (BucketRows rows = BucketRows.on(Server.url(), schema)) {
      rows.install();
      Server.execute(
          """
          ALTER TABLE %1$s.rate_limiting_token_bucket RENAME COLUMN more TO others;
          COMMENT ON TABLE %1$s.rate_limiting_token_bucket IS 'Goodput token buckets, version 2';
          """
              .formatted(quoted()));

      assertThatThrownBy(rows::install)
          .isInstanceOf(BucketException.class)
          .hasMessage(
              "The token buckets in this database have version 2, and lack what this Goodput needs,"
                  + " which is version 1: use a newer Goodput.");
    }
  }

  @Test
  void install_overAnEarlierFunctionWithTheSameArguments_replacesIt() throws Exception {
    installOverAFunction(
        "text, bigint[], bigint, bigint, bigint, bigint, bigint, int,"
            + " bigint, bigint, bigint, bigint, bigint");

    assertThat(lease("'a', ARRAY[1, 1000000, 10], 1, 1, 1, 0, 0, 500, 0, 0, 0")).isEqualTo(1);
  }

  /** Installs where the function that takes tokens is another one, with these arguments. */
  private void installOverAFunction(String arguments) throws Exception {
    createSchema();
    try (BucketRows rows = BucketRows.on(Server.url(), schema)) {
      rows.install();
      Server.execute(
          """
          DROP FUNCTION %1$s.rate_limiting_lease;
          CREATE FUNCTION %1$s.rate_limiting_lease(%2$s)
          RETURNS bigint LANGUAGE sql AS 'SELECT 0::bigint';
          """
              .formatted(quoted(), arguments));
      rows.install();
    }
  }

  @Test
  void roleWithTheDocumentedRights_usesBucketsWithAndWithoutAClass() {
    createSchema();
    try (BucketRows rows = BucketRows.on(Server.url(), schema)) {
      rows.install();
      rows.limits().defineClass("small-", Limits.of(perSecond(1).burst(2)));
    }
    Server.execute(
        """
        DROP ROLE IF EXISTS application;
        CREATE ROLE application LOGIN;
        GRANT USAGE ON SCHEMA %1$s TO application;
        GRANT SELECT, INSERT, UPDATE ON %1$s.rate_limiting_token_bucket TO application;
        """
            .formatted(quoted()));
    String url = Server.url().replace("user=postgres", "user=application");
    try (TokenBuckets buckets = Server.client(url).schema(schema).open()) {
      assertThat(buckets.bucket("a", perSecond(1).burst(5)).tryAcquire(5).admitted()).isTrue();
      assertThat(buckets.bucket("small-1", perSecond(9)).tryAcquire(3).admitted()).isFalse();
    }
    Server.execute("DROP OWNED BY application; DROP ROLE application");
  }

  @Test
  void script_ofASchema_installsWhatClientsUse() {
    createSchema();
    Server.execute(BucketRows.script(schema));
    Server.execute(BucketRows.script(schema));
    try (TokenBuckets buckets = Server.client().schema(schema).open()) {
      assertThat(buckets.bucket("a", perSecond(1).burst(5)).tryAcquire(5).admitted()).isTrue();
    }
  }

  @Test
  void script_isOneTransaction() {
    assertThat(BucketRows.script(schema)).startsWith("BEGIN;\n").endsWith("\nCOMMIT;\n");
  }

  /** Calls the function, and returns the granted tokens. */
  private long lease(String arguments) throws SQLException {
    try (Connection client = DriverManager.getConnection(Server.url());
        Statement statement = client.createStatement();
        ResultSet row =
            statement.executeQuery(
                "SELECT granted FROM %s.rate_limiting_lease(%s)".formatted(quoted(), arguments))) {
      row.next();
      return row.getLong(1);
    }
  }

  private void createSchema() {
    Server.execute("CREATE SCHEMA " + quoted());
  }

  private String quoted() {
    return '"' + schema.replace("\"", "\"\"") + '"';
  }
}
