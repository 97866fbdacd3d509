package io.goodput.sql.database;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** The connections of a pool that belongs to the application. */
final class PooledConnections implements Connections {

  private final DataSource pool;

  PooledConnections(DataSource pool) {
    this.pool = pool;
  }

  @Override
  public Connection borrow() throws SQLException {
    try {
      return pool.getConnection();
    } catch (RuntimeException e) {
      throw new SQLException("The pool returned no connection: " + e.getMessage(), e);
    }
  }

  @Override
  public void giveBack(Connection connection) throws SQLException {
    connection.close();
  }

  @Override
  public void discard(Connection connection) {
    try {
      connection.close();
    } catch (SQLException e) {
      // The connection was broken already.
    }
  }

  @Override
  public boolean haveIsolation() {
    return false;
  }
}
