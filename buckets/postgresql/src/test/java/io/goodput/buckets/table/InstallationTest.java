package io.goodput.buckets.table;

import static io.goodput.buckets.Rates.perSecond;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.goodput.buckets.BucketException;
import io.goodput.buckets.BucketOptions;
import io.goodput.buckets.Limits;
import io.goodput.buckets.Server;
import io.goodput.buckets.TokenBucket;
import io.goodput.buckets.TokenBuckets;
import io.goodput.buckets.admin.BucketRow;
import io.goodput.buckets.admin.BucketRows;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Objects;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Installs into schemas of their own. */
class InstallationTest {

  /** What a client of version 2 executes. */
  private static final String TAKE_OF_VERSION_2 =
      """
      SELECT granted, remaining, taken_at, enough_in
      FROM rate_limiting_take('%s', %d, %d, 1, %d, %d, 0, 500)
      """;

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
  void install_overVersion2_keepsItsRowsAndServesItsClients() throws Exception {
    try (Connection old = versionTwo();
        Statement statement = old.createStatement()) {
      statement.execute("INSERT INTO rate_limiting_token_bucket VALUES ('kept', 3, now())");
      try (TokenBuckets buckets = Server.client().schema(schema).open().install()) {
        TokenBucket bucket =
            buckets.bucket("kept", BucketOptions.of(Limits.parse("100 per day")).direct());
        assertThat(bucket.tryAcquire(90).admitted()).isFalse();
        assertThat(take(statement, "kept", 1, 100, 3)).isEqualTo(3);
        assertThat(bucket.tryAcquire().admitted()).isFalse();
      }
    }
  }

  @Test
  void clientOfVersion2_withALargerLimit_getsNoMoreThanTheLimitInForce() throws Exception {
    try (Connection old = versionTwo();
        Statement statement = old.createStatement()) {
      try (TokenBuckets buckets = Server.client().schema(schema).open().install()) {
        assertThat(buckets.bucket("a", Limits.parse("10 per day")).tryAcquire(10).admitted())
            .isTrue();
        assertThat(take(statement, "a", 1_000_000, 1_000_000, 100)).isZero();
      }
    }
  }

  @Test
  void install_overVersion3_keepsItsRowsAndTheirLimits() throws Exception {
    try (Connection old = version("install-version-3.sql", true);
        Statement statement = old.createStatement()) {
      // 7 of 10 are left, and the limit in force is not the one that the newer client states.
      assertThat(take(statement, "kept", 1, 10, 3)).isEqualTo(3);
      try (TokenBuckets buckets = Server.client().schema(schema).open().install();
          BucketRows rows = BucketRows.on(Server.url(), schema)) {
        assertThat(rows.show("kept").orElseThrow().limits())
            .contains(Limits.of(perSecond(1).burst(10)));
        TokenBucket bucket =
            buckets.bucket("kept", BucketOptions.of(perSecond(1_000).burst(100)).direct());
        assertThat(bucket.tryAcquire(50).admitted()).isFalse();
        assertThat(bucket.tryAcquire(7).admitted()).isTrue();
        // Some may have flowed in.
        assertThat(take(statement, "kept", 1, 10, 9)).isLessThan(7);
      }
    }
  }

  @Test
  void install_overVersion3_doesNotRewriteTheRowsOfFullBuckets() throws Exception {
    try (Connection old = version("install-version-3.sql", true);
        Statement statement = old.createStatement()) {
      assertThat(take(statement, "full", 1, 10, 3)).isEqualTo(3);
      statement.execute("UPDATE rate_limiting_token_bucket SET full_at = now()");
      try (BucketRows rows = BucketRows.on(Server.url(), schema)) {
        rows.install();
        assertThat(rows.show("full").orElseThrow().limits()).isEmpty();
      }
    }
  }

  @Test
  void clientOfVersion3_afterTheUpgrade_givesBackAndLearnsTheLimitInForce() throws Exception {
    try (Connection old = version("install-version-3.sql", true);
        Statement statement = old.createStatement()) {
      try (TokenBuckets buckets = Server.client().schema(schema).open().install()) {
        assertThat(buckets.bucket("a", perSecond(5).burst(10)).tryAcquire().admitted()).isTrue();
      }
      try (ResultSet row =
          statement.executeQuery(
              """
              SELECT granted, remaining, taken_at, enough_in, waited, per_sec_in_force,
                burst_in_force FROM rate_limiting_take('a', 1000, 1000, 1, 1, 1, 0, 500)
              """)) {
        row.next();
        assertThat(row.getLong(1)).isEqualTo(1);
        assertThat(row.getLong(6)).isEqualTo(5);
        assertThat(row.getLong(7)).isEqualTo(10);
      }
    }
  }

  @Test
  void install_overANewerVersion_asksForANewerGoodput() throws Exception {
    createSchema();
    try (BucketRows rows = BucketRows.on(Server.url(), schema)) {
      rows.install();
      Server.execute(
          """
          ALTER TABLE %1$s.rate_limiting_token_bucket RENAME COLUMN more TO others;
          COMMENT ON TABLE %1$s.rate_limiting_token_bucket IS 'Goodput token buckets, version 5';
          """
              .formatted(quoted()));

      assertThatThrownBy(rows::install)
          .isInstanceOf(BucketException.class)
          .hasMessage(
              "The token buckets in this database have version 5, but this Goodput supports only 4:"
                  + " use a newer Goodput.");
    }
  }

  @Test
  void install_overATableWithoutVirtualTimes_servesClientsWithoutTags() throws Exception {
    createSchema();
    try (BucketRows rows = BucketRows.on(Server.url(), schema)) {
      rows.install();
      Server.execute(
          """
          ALTER TABLE %1$s.rate_limiting_token_bucket DROP COLUMN virtual_time;
          CREATE FUNCTION %1$s.rate_limiting_lease(
            text, bigint[], bigint, bigint, bigint, bigint, bigint, int)
          RETURNS bigint LANGUAGE sql AS 'SELECT 0::bigint';
          """
              .formatted(quoted()));
      rows.install();
    }
    assertThat(lease("'a', ARRAY[1, 1000000, 10], 1, 1, 1, 0, 0, 500")).isEqualTo(1);
  }

  @Test
  void install_overAnEarlierFunctionWithTheSameArguments_replacesIt() throws Exception {
    installOverAFunction(
        "text, bigint[], bigint, bigint, bigint, bigint, bigint, int," + " bigint, bigint, bigint");

    assertThat(lease("'a', ARRAY[1, 1000000, 10], 1, 1, 1, 0, 0, 500, 0, 0, 0")).isEqualTo(1);
  }

  @Test
  void install_overAFunctionWithoutWaits_servesClientsThatDoNotWait() throws Exception {
    installOverAFunction(
        "text, bigint[], bigint, bigint, bigint, bigint, bigint, int," + " bigint, bigint");

    assertThat(lease("'a', ARRAY[1, 1000000, 10], 1, 1, 1, 0, 0, 500, 0, 0")).isEqualTo(1);
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
      rows.defineClass("small-", Limits.of(perSecond(1).burst(2)));
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

  private Connection versionTwo() throws SQLException, IOException {
    return version("install-version-2.sql", false);
  }

  private Connection version(String name, boolean hasSchema) throws SQLException, IOException {
    createSchema();
    Connection old = DriverManager.getConnection(Server.url());
    old.setSchema(schema);
    try (Statement statement = old.createStatement();
        InputStream script = InstallationTest.class.getResourceAsStream(name)) {
      String sql =
          new String(Objects.requireNonNull(script).readAllBytes(), StandardCharsets.UTF_8);
      statement.execute(hasSchema ? sql.replace("${schema}", quoted()) : sql);
    }
    return old;
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

  private static long take(Statement statement, String id, long perSecond, long burst, long tokens)
      throws SQLException {
    try (ResultSet row =
        statement.executeQuery(TAKE_OF_VERSION_2.formatted(id, perSecond, burst, tokens, tokens))) {
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
