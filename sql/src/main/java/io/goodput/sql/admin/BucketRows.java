package io.goodput.sql.admin;

import io.goodput.core.bucket.Rate;
import io.goodput.core.time.TimeSource;
import io.goodput.sql.BucketException;
import io.goodput.sql.database.Database;
import io.goodput.sql.table.BucketId;
import io.goodput.sql.table.Installation;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Lists and changes the rows of buckets, for operators. Thread-safe.
 *
 * <p>Every method throws {@link BucketException} if the database does not answer or the table does
 * not exist.
 */
public final class BucketRows implements AutoCloseable {

  private static final long TIMEOUT_MILLIS = 600_000;
  private static final String COLUMNS = "SELECT id, tk, ts FROM rate_limiting_token_bucket ";

  private final Database database;

  private BucketRows(Database database) {
    this.database = database;
  }

  /** Opens connections of its own. */
  public static BucketRows on(String jdbcUrl) {
    return new BucketRows(
        Database.onUrl(
            jdbcUrl, Connection.TRANSACTION_READ_COMMITTED, sqlState -> {}, TimeSource.system()));
  }

  /** Creates the table and the functions if they do not exist. */
  public void install() {
    new Installation(database).install();
  }

  /**
   * Returns rows in the order of their ids.
   *
   * @param prefix that the ids start with
   * @param most largest number of rows to return
   */
  public List<BucketRow> list(String prefix, int most) {
    return query(
        COLUMNS + "WHERE left(id, length(?)) = ? ORDER BY id LIMIT ?", prefix, prefix, most);
  }

  /** Returns the row of a bucket; empty if no process has used the bucket. */
  public Optional<BucketRow> show(String id) {
    return query(COLUMNS + "WHERE id = ?", id).stream().findFirst();
  }

  /**
   * Sets the level of a bucket.
   *
   * @param id of the bucket, which need not exist
   * @param tokens 0 to 2^42
   * @throws IllegalArgumentException if the id is invalid or the number is out of range
   */
  public void set(String id, long tokens) {
    if (tokens < 0 || tokens > Rate.MAX_BURST) {
      throw new IllegalArgumentException(
          "A bucket cannot have %d tokens: choose 0 to %d.".formatted(tokens, Rate.MAX_BURST));
    }
    update(
        """
        INSERT INTO rate_limiting_token_bucket (id, tk, ts) VALUES (?, ?, clock_timestamp())
        ON CONFLICT (id) DO UPDATE SET tk = excluded.tk,
          ts = greatest(rate_limiting_token_bucket.ts, excluded.ts), full_at = NULL
        """,
        BucketId.checked(id),
        tokens);
  }

  /** Removes the row of a bucket, which makes it full. Returns whether there was one. */
  public boolean reset(String id) {
    return update("DELETE FROM rate_limiting_token_bucket WHERE id = ?", id) > 0;
  }

  /**
   * Removes the rows of full buckets, which grants nothing, because a bucket without a row is full.
   * A bucket counts as full by the rate and burst of its last request. Rows that {@link #set} wrote
   * stay.
   *
   * @param prefix that the ids start with
   * @return the number of rows removed
   */
  public long prune(String prefix) {
    return update(
        """
        DELETE FROM rate_limiting_token_bucket
        WHERE left(id, length(?)) = ? AND full_at <= clock_timestamp()
        """,
        prefix,
        prefix);
  }

  @Override
  public void close() {
    database.close();
  }

  private List<BucketRow> query(String sql, Object... parameters) {
    return run(
        sql,
        statement -> {
          List<BucketRow> rows = new ArrayList<>();
          try (ResultSet row = statement.executeQuery()) {
            while (row.next()) {
              rows.add(
                  new BucketRow(
                      row.getString(1),
                      row.getLong(2),
                      row.getObject(3, OffsetDateTime.class).toInstant()));
            }
          }
          return rows;
        },
        parameters);
  }

  private long update(String sql, Object... parameters) {
    return run(sql, PreparedStatement::executeLargeUpdate, parameters);
  }

  private <T> T run(String sql, Execution<T> execution, Object... parameters) {
    try {
      return database.run(
          connection -> {
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
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

  private static BucketException explained(SQLException e) {
    return "42P01".equals(e.getSQLState())
        ? new BucketException(
            "The table rate_limiting_token_bucket does not exist: create it with"
                + " ./goodput buckets install.",
            e)
        : new BucketException("The database failed: " + e.getMessage(), e);
  }

  /** Executes a statement. */
  @FunctionalInterface
  private interface Execution<T> {
    T of(PreparedStatement statement) throws SQLException;
  }
}
