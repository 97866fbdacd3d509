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

  private final String url;
  private final int isolation;
  private final ConcurrentLinkedDeque<Connection> idle = new ConcurrentLinkedDeque<>();
  private volatile boolean closed;

  /**
   * Opens no connection yet.
   *
   * @param isolation a constant of {@link Connection}; {@code TRANSACTION_NONE} keeps the default
   */
  OwnConnections(String url, int isolation) {
    this.url = url;
    this.isolation = isolation;
  }

  @Override
  public Connection borrow(long millis) throws SQLException {
    @Nullable Connection connection = idle.pollFirst();
    return connection == null ? connect() : connection;
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
    if (isolation != Connection.TRANSACTION_NONE) {
      connection.setTransactionIsolation(isolation);
    }
    return connection;
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
    } catch (SQLException e) {
      // An idle or broken connection holds nothing of value.
    }
  }
}
