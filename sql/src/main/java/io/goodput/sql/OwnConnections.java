package io.goodput.sql;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Properties;
import java.util.concurrent.ConcurrentLinkedDeque;
import org.jspecify.annotations.Nullable;

/** Connections to a URL, as many as are in use at once. */
final class OwnConnections implements Connections {

  private static final String CONNECT_SECONDS = "2";

  private final String url;
  private final Isolation isolation;
  private final ConcurrentLinkedDeque<Connection> idle = new ConcurrentLinkedDeque<>();
  private volatile boolean closed;

  OwnConnections(String url, Isolation isolation) {
    this.url = url;
    this.isolation = isolation;
  }

  @Override
  public Connection borrow() throws SQLException {
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
  public boolean areOwn() {
    return true;
  }

  @Override
  public void close() {
    closed = true;
    closeIdle();
  }

  private Connection connect() throws SQLException {
    Properties defaults = new Properties();
    // A parameter of the URL prevails. The second is for a server that accepts, and is silent then.
    defaults.setProperty("connectTimeout", CONNECT_SECONDS);
    defaults.setProperty("socketTimeout", CONNECT_SECONDS);
    defaults.setProperty("ApplicationName", "goodput");
    Connection connection = DriverManager.getConnection(url, defaults);
    if (isolation != Isolation.OF_CONNECTION) {
      connection.setTransactionIsolation(isolation.level());
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
      // Nothing is lost with it.
    }
  }
}
