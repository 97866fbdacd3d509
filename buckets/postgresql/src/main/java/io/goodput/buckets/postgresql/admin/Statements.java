package io.goodput.buckets.postgresql.admin;

import io.goodput.buckets.BucketException;
import io.goodput.buckets.postgresql.database.Database;
import io.goodput.buckets.postgresql.table.Diagnosis;
import io.goodput.buckets.postgresql.table.Schema;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Runs statements on the tables of a schema, each in its own transaction. Thread-safe. */
record Statements(Database database, Schema schema) {

  static final long TIMEOUT_MILLIS = 600_000;

  /** Executes a statement. */
  @FunctionalInterface
  private interface Execution<T> {
    T of(PreparedStatement statement) throws SQLException;
  }

  /** Makes something of a row. */
  @FunctionalInterface
  interface Reader<T> {
    T of(ResultSet row) throws SQLException;
  }

  /**
   * Returns what a query finds.
   *
   * @param sql with <code>${schema}</code>
   */
  <T> List<T> query(String sql, Reader<T> reader, Object... parameters) {
    return run(
        sql,
        statement -> {
          List<T> rows = new ArrayList<>();
          try (ResultSet row = statement.executeQuery()) {
            while (row.next()) {
              rows.add(reader.of(row));
            }
          }
          return rows;
        },
        parameters);
  }

  /** Returns how many rows a statement has changed. */
  long update(String sql, Object... parameters) {
    return run(sql, PreparedStatement::executeLargeUpdate, parameters);
  }

  private <T> T run(String sql, Execution<T> execution, Object... parameters) {
    try {
      return database.run(
          (connection, millis) -> {
            try (PreparedStatement statement = connection.prepareStatement(schema.in(sql))) {
              for (int i = 0; i < parameters.length; i++) {
                statement.setObject(i + 1, parameters[i]);
              }
              return execution.of(statement);
            }
          },
          TIMEOUT_MILLIS);
    } catch (SQLException e) {
      throw explained(e);
    }
  }

  static BucketException explained(SQLException e) {
    BucketException problem = Diagnosis.of(e);
    return problem == null
        ? new BucketException("The database failed: " + Diagnosis.message(e), e)
        : problem;
  }
}
