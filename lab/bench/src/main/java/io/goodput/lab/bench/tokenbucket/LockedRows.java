package io.goodput.lab.bench.tokenbucket;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** A transaction that keeps rows of the benchmark locked. */
final class LockedRows implements Trouble {

  static final int COUNT = 8;

  private final String url;
  private final Connection connection;

  /** Creates the rows, and locks them. */
  LockedRows(String url, String prefix) throws SQLException {
    this.url = url;
    connection = DriverManager.getConnection(url);
    for (int number = 0; number < COUNT; number++) {
      execute("SELECT rate_limiting_request(?, 1000)", id(prefix, number));
    }
    connection.setAutoCommit(false);
    for (int number = 0; number < COUNT; number++) {
      execute(
          "SELECT 1 FROM rate_limiting_token_bucket WHERE id = ? FOR UPDATE", id(prefix, number));
    }
  }

  /** The id of a locked row. */
  static String id(String prefix, int number) {
    return prefix + "-locked-" + number;
  }

  private void execute(String sql, String id) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setString(1, id);
      statement.execute();
    }
  }

  @Override
  public String url() {
    return url;
  }

  @Override
  public void close() {
    try (connection) {
      connection.rollback();
    } catch (SQLException e) {
      throw Server.failure(e);
    }
  }
}
