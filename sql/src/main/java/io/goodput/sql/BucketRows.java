package io.goodput.sql;

import io.goodput.core.bucket.Rate;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The table as an operator sees and changes it. Thread-safe.
 *
 * <p>Every method is a {@link BucketException} if the database did not answer, or the table is not
 * there.
 */
public final class BucketRows implements AutoCloseable {

  private static final long MILLIS = 600_000;
  private static final String COLUMNS = "SELECT id, tk, ts FROM rate_limiting_token_bucket ";

  private final Database database;

  private BucketRows(Database database) {
    this.database = database;
  }

  /** On connections of its own. */
  public static BucketRows on(String jdbcUrl) {
    return new BucketRows(
        new Database(
            new OwnConnections(jdbcUrl, Isolation.READ_COMMITTED),
            Isolation.READ_COMMITTED,
            state -> {}));
  }

  /** Creates the table and the functions if they are not there. */
  public void install() {
    new Installation(database).install();
  }

  /** Those whose ids begin so, in order of their ids, at most so many. */
  public List<BucketRow> list(String prefix, int most) {
    return query(
        COLUMNS + "WHERE left(id, length(?)) = ? ORDER BY id LIMIT ?", prefix, prefix, most);
  }

  /** The one of that id. */
  public Optional<BucketRow> show(String id) {
    return query(COLUMNS + "WHERE id = ?", id).stream().findFirst();
  }

  /**
   * Puts so many tokens into a bucket, whatever was in it.
   *
   * @param tokens 0 to 2^42
   * @throws IllegalArgumentException if there are fewer or more
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

  /** Makes a bucket as if it had never been used. Returns whether it was there. */
  public boolean reset(String id) {
    return update("DELETE FROM rate_limiting_token_bucket WHERE id = ?", id) > 0;
  }

  /**
   * Removes buckets that are full again, by the rate and burst that they were last used with, which
   * grants nothing.
   *
   * @param prefix of their ids
   * @return how many there were
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
          MILLIS);
    } catch (SQLException e) {
      throw explained(e);
    }
  }

  private static BucketException explained(SQLException e) {
    return "42P01".equals(e.getSQLState())
        ? new BucketException(
            "There is no table rate_limiting_token_bucket here: create it with"
                + " ./goodput buckets install.",
            e)
        : new BucketException("The database did not do it: " + String.valueOf(e.getMessage()), e);
  }

  /** What is done with a statement. */
  @FunctionalInterface
  private interface Execution<T> {
    T of(PreparedStatement statement) throws SQLException;
  }
}
