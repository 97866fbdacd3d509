package io.goodput.buckets.postgresql.table;

import io.goodput.buckets.postgresql.database.Database;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;

/**
 * Removes the rows of full buckets, a batch in a transaction. That grants nothing, because a bucket
 * without a row is full. Limits that a process has stated in the last minute stay in force, and so
 * does the row. Thread-safe.
 */
public final class Pruning {

  /** Rows that are read in a transaction, some of which are removed. */
  public static final int BATCH = 1_000;

  /** Reads a batch in the order of the primary key, and skips rows that are in use. */
  private static final String PRUNE =
      """
      WITH batch AS (
        SELECT id FROM ${schema}.rate_limiting_token_bucket WHERE id > ? ORDER BY id LIMIT ?
      ), unused AS (
        SELECT b.id FROM ${schema}.rate_limiting_token_bucket b JOIN batch ON b.id = batch.id
        WHERE left(b.id, length(?)) = ? AND b.full_at <= clock_timestamp()
          AND b.defined IS NULL
          AND coalesce(b.stated_at < clock_timestamp() - interval '1 minute', true)
        FOR UPDATE OF b SKIP LOCKED
      ), removed AS (
        DELETE FROM ${schema}.rate_limiting_token_bucket b USING unused WHERE b.id = unused.id
        RETURNING 1
      )
      SELECT (SELECT max(id) FROM batch), (SELECT count(*) FROM removed)
      """;

  private final Database database;
  private final String prune;

  /** Does not use the database yet. */
  public Pruning(Database database, Schema schema) {
    this.database = database;
    this.prune = schema.in(PRUNE);
  }

  /**
   * A batch.
   *
   * @param last its last id
   * @param removed the number of rows removed
   */
  public record Batch(String last, long removed) {}

  /**
   * Removes rows from the next batch.
   *
   * @param id that the batch comes after; empty for the first batch
   * @param prefix that the ids of removed rows start with
   * @param millis longest time
   * @return empty if no row comes after the id
   */
  public Optional<Batch> after(String id, String prefix, long millis) throws SQLException {
    return database.run(
        (connection, left) -> {
          try (PreparedStatement statement = connection.prepareStatement(prune)) {
            statement.setString(1, id);
            statement.setInt(2, BATCH);
            statement.setString(3, prefix);
            statement.setString(4, prefix);
            try (ResultSet row = statement.executeQuery()) {
              row.next();
              String last = row.getString(1);
              return last == null ? Optional.empty() : Optional.of(new Batch(last, row.getLong(2)));
            }
          }
        },
        millis);
  }
}
