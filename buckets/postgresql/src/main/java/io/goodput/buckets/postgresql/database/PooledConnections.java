package io.goodput.buckets.postgresql.database;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** The connections of a pool that belongs to the application. */
final class PooledConnections implements Connections {

  private final DataSource pool;
  private final Borrowers borrowers;

  PooledConnections(DataSource pool, Borrowers borrowers) {
    this.pool = pool;
    this.borrowers = borrowers;
  }

  @Override
  public Loan borrow(long millis) throws SQLException {
    return new Loan(borrowers.borrow(pool::getConnection, millis), false);
  }

  @Override
  public void giveBack(Connection connection) throws SQLException {
    connection.close();
  }

  @Override
  public void discard(Connection connection) {
    try {
      connection.close();
    } catch (SQLException | RuntimeException e) {
      // The connection was broken already.
    }
  }

  @Override
  public boolean haveIsolation() {
    return false;
  }

  @Override
  public void close() {
    borrowers.close();
  }
}
