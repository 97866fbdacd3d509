package io.goodput.sql.admin;

import io.goodput.core.bucket.Rate;
import io.goodput.core.time.TimeSource;
import io.goodput.sql.BucketException;
import io.goodput.sql.database.Database;
import io.goodput.sql.table.BucketId;
import io.goodput.sql.table.Diagnosis;
import io.goodput.sql.table.Installation;
import io.goodput.sql.table.Schema;
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
  private static final String COLUMNS =
      """
      SELECT id, tk, ts, coalesce(limit_per_sec, 0), coalesce(limit_burst, 0)
      FROM ${schema}.rate_limiting_token_bucket
      """;

  /** Reads a batch in the order of the primary key, and skips rows that are in use. */
  private static final String PRUNE =
      """
      WITH batch AS (
        SELECT id FROM ${schema}.rate_limiting_token_bucket WHERE id > ? ORDER BY id LIMIT ?
      ), unused AS (
        SELECT b.id FROM ${schema}.rate_limiting_token_bucket b JOIN batch ON b.id = batch.id
        WHERE left(b.id, length(?)) = ? AND b.full_at <= clock_timestamp()
        FOR UPDATE OF b SKIP LOCKED
      ), removed AS (
        DELETE FROM ${schema}.rate_limiting_token_bucket b USING unused WHERE b.id = unused.id
        RETURNING 1
      )
      SELECT (SELECT max(id) FROM batch), (SELECT count(*) FROM removed)
      """;

  private static final int BATCH = 1_000;

  private final Database database;
  private final Schema schema;

  private BucketRows(Database database, Schema schema) {
    this.database = database;
    this.schema = schema;
  }

  /** Opens connections of its own. The search path of each connection decides on the schema. */
  public static BucketRows on(String jdbcUrl) {
    return on(jdbcUrl, Schema.ON_SEARCH_PATH);
  }

  /**
   * Opens connections of its own.
   *
   * @param schema of the table and the functions, as in the database, without quotes
   * @throws IllegalArgumentException if the database cannot have such a schema
   */
  public static BucketRows on(String jdbcUrl, String schema) {
    return on(jdbcUrl, Schema.of(schema));
  }

  private static BucketRows on(String jdbcUrl, Schema schema) {
    return new BucketRows(
        Database.onUrl(
            jdbcUrl, Connection.TRANSACTION_READ_COMMITTED, sqlState -> {}, TimeSource.system()),
        schema);
  }

  /**
   * Creates or upgrades the table and the functions, unless they are up to date.
   *
   * @return whether the table is new
   */
  public boolean install() {
    return new Installation(database, schema).install();
  }

  /**
   * Drops the table and the functions, and with them all buckets.
   *
   * @return whether there was a table
   */
  public boolean uninstall() {
    return new Installation(database, schema).uninstall();
  }

  /**
   * Returns rows in the order of their ids.
   *
   * @param prefix that the ids start with
   * @param most largest number of rows to return, 1 or more
   * @throws IllegalArgumentException if the number is out of range
   */
  public List<BucketRow> list(String prefix, int most) {
    if (most < 1) {
      throw new IllegalArgumentException(
          "A list of %d buckets is not possible: choose 1 or more.".formatted(most));
    }
    return query(
        COLUMNS + "WHERE left(id, length(?)) = ? ORDER BY id LIMIT ?", prefix, prefix, most);
  }

  /** Returns the row of a bucket; empty if no process has used the bucket. */
  public Optional<BucketRow> show(String id) {
    return query(COLUMNS + "WHERE id = ?", id).stream().findFirst();
  }

  /**
   * Sets the level of a bucket, and repairs a bucket that was counted ahead of the clock.
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
        INSERT INTO ${schema}.rate_limiting_token_bucket AS b (id, tk, ts)
        VALUES (?, ?, clock_timestamp())
        ON CONFLICT (id) DO UPDATE SET tk = excluded.tk, full_at = NULL,
          ts = least(greatest(b.ts, excluded.ts), excluded.ts + interval '5 seconds')
        """,
        BucketId.checked(id),
        tokens);
  }

  /** Removes the row of a bucket, which makes it full. Returns whether there was one. */
  public boolean reset(String id) {
    return update("DELETE FROM ${schema}.rate_limiting_token_bucket WHERE id = ?", id) > 0;
  }

  /**
   * Removes the rows of full buckets, which grants nothing, because a bucket without a row is full.
   * A bucket counts as full by the limit in force. Rows that {@link #set} wrote stay, and so do
   * rows that are in use at the moment. Each transaction reads and removes at most 1000 rows.
   *
   * @param prefix that the ids start with
   * @return the number of rows removed
   */
  public long prune(String prefix) {
    long removed = 0;
    Optional<Pruned> batch = Optional.of(new Pruned("", 0));
    while (batch.isPresent()) {
      removed += batch.get().removed();
      batch = pruneAfter(batch.get().last(), prefix);
    }
    return removed;
  }

  /** A batch that was pruned, and its last id. */
  private record Pruned(String last, long removed) {}

  private Optional<Pruned> pruneAfter(String id, String prefix) {
    return run(
        PRUNE,
        statement -> {
          try (ResultSet row = statement.executeQuery()) {
            row.next();
            String last = row.getString(1);
            return last == null ? Optional.empty() : Optional.of(new Pruned(last, row.getLong(2)));
          }
        },
        id,
        BATCH,
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
                      row.getObject(3, OffsetDateTime.class).toInstant(),
                      row.getLong(4),
                      row.getLong(5)));
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

  private static BucketException explained(SQLException e) {
    BucketException problem = Diagnosis.of(e);
    return problem == null
        ? new BucketException("The database failed: " + e.getMessage(), e)
        : problem;
  }

  /** Executes a statement. */
  @FunctionalInterface
  private interface Execution<T> {
    T of(PreparedStatement statement) throws SQLException;
  }
}
