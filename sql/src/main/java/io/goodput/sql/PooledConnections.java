package io.goodput.sql;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** The connections of the user's own pool. */
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
      throw new SQLException("The pool gave no connection: " + e.getMessage(), e);
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
      // It was broken already.
    }
  }

  @Override
  public boolean areOwn() {
    return false;
  }
}
