package io.goodput.buckets.postgresql;

import io.goodput.buckets.TokenBuckets;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;

/** A real PostgreSQL server, shared by all test classes of this JVM. */
public final class Server {

  public static final int SOCKET_TIMEOUT_MILLIS = 30_000;

  private static final EmbeddedPostgres POSTGRES = start();

  private Server() {}

  public static String url() {
    // By default, buckets wait 2 s for a new connection. A busy machine may need longer.
    return POSTGRES.getJdbcUrl("postgres", "postgres")
        + "&socketTimeout="
        + SOCKET_TIMEOUT_MILLIS / 1_000;
  }

  /** Buckets on this server that wait as long as a busy machine may need. */
  public static PostgresBuckets client() {
    return client(url());
  }

  /** The same with a URL that has other parameters. */
  public static PostgresBuckets client(String url) {
    return PostgresBuckets.on(url).timeout(Duration.ofSeconds(10));
  }

  public static int port() {
    return POSTGRES.getPort();
  }

  public static void execute(String sql) {
    try (Connection connection = DriverManager.getConnection(url());
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The first column of the first row. */
  public static long number(String query) {
    try (Connection connection = DriverManager.getConnection(url());
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(query)) {
      row.next();
      return row.getLong(1);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Statements that wait for locks. A transaction would keep the list of connections that it read
   * first, so this is not for a connection that holds the locks.
   */
  public static long blocked() {
    return number(
        "SELECT count(*) FROM pg_stat_activity WHERE cardinality(pg_blocking_pids(pid)) > 0");
  }

  private static EmbeddedPostgres start() {
    try {
      EmbeddedPostgres postgres = EmbeddedPostgres.builder().start();
      try (TokenBuckets buckets =
          PostgresBuckets.on(postgres.getJdbcUrl("postgres", "postgres")).open()) {
        buckets.install();
      }
      return postgres;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
