package io.goodput.buckets.postgresql.database;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Properties;
import java.util.concurrent.ConcurrentLinkedDeque;
import org.jspecify.annotations.Nullable;

/** Connections to a URL. Opens one whenever all others are in use. */
final class OwnConnections implements Connections {

  private static final String TIMEOUT_SECONDS = "2";

  private static final String EXAMPLE = "jdbc:postgresql://HOST:5432/DATABASE?user=USER";

  private final String url;
  private final int isolation;
  private final ConcurrentLinkedDeque<Connection> idle = new ConcurrentLinkedDeque<>();
  private volatile boolean closed;

  /**
   * Opens no connection yet.
   *
   * @param isolation a constant of {@link Connection}; {@code TRANSACTION_NONE} keeps the default
   * @throws IllegalArgumentException if no driver accepts the URL
   */
  OwnConnections(String url, int isolation) {
    requireDriver(url);
    this.url = url;
    this.isolation = isolation;
  }

  /** Does not repeat the URL, which may have a password. */
  private static void requireDriver(String url) {
    if (!url.startsWith("jdbc:")) {
      throw new IllegalArgumentException(
          "The URL of the database begins with '%s', not with 'jdbc:': write it as in %s."
              .formatted(scheme(url), EXAMPLE));
    }
    try {
      DriverManager.getDriver(url);
    } catch (SQLException e) {
      throw new IllegalArgumentException(
          "No driver accepts the URL of the database, which begins with '%s': write it as in %s,"
                  .formatted(scheme(url), EXAMPLE)
              + " and add the driver, such as org.postgresql:postgresql, to the class path.",
          e);
    }
  }

  /** The part before the host. */
  private static String scheme(String url) {
    int host = url.indexOf("//");
    return url.substring(0, host < 0 ? Math.min(url.length(), "jdbc:".length()) : host);
  }

  @Override
  public Loan borrow(long millis) throws SQLException {
    @Nullable Connection connection = idle.pollFirst();
    return connection == null ? new Loan(connect(), true) : new Loan(connection, false);
  }

  @Override
  public void giveBack(Connection connection) {
    idle.addFirst(connection);
    if (closed) {
      closeIdle();
    }
  }

  @Override
  public void discard(Connection connection) {
    close(connection);
    closeIdle();
  }

  @Override
  public boolean haveIsolation() {
    return true;
  }

  @Override
  public void close() {
    closed = true;
    closeIdle();
  }

  private Connection connect() throws SQLException {
    Properties defaults = new Properties();
    // Parameters of the URL take precedence. The socket timeout covers a server that accepts the
    // connection and then does not answer.
    defaults.setProperty("connectTimeout", TIMEOUT_SECONDS);
    defaults.setProperty("socketTimeout", TIMEOUT_SECONDS);
    defaults.setProperty("ApplicationName", "goodput");
    Connection connection = DriverManager.getConnection(url, defaults);
    try {
      if (isolation != Connection.TRANSACTION_NONE) {
        connection.setTransactionIsolation(isolation);
      }
      return connection;
    } catch (SQLException | RuntimeException | Error e) {
      close(connection);
      throw e;
    }
  }

  private void closeIdle() {
    @Nullable Connection connection = idle.pollFirst();
    while (connection != null) {
      close(connection);
      connection = idle.pollFirst();
    }
  }

  private static void close(Connection connection) {
    try {
      connection.close();
    } catch (SQLException | RuntimeException e) {
      // An idle or broken connection holds nothing of value.
    }
  }
}
