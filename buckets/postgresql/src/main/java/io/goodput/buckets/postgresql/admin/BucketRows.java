package io.goodput.buckets.postgresql.admin;

import io.goodput.buckets.BucketException;
import io.goodput.buckets.DefinedLimits;
import io.goodput.buckets.postgresql.database.Database;
import io.goodput.buckets.postgresql.table.Installation;
import io.goodput.buckets.postgresql.table.Pruning;
import io.goodput.buckets.postgresql.table.Schema;
import io.goodput.buckets.store.BucketId;
import io.goodput.core.bucket.Rate;
import io.goodput.core.time.TimeSource;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;

/**
 * Lists and changes the rows of buckets, and the limits that are defined, for operators and for
 * applications that define limits. Thread-safe.
 *
 * <p>Every method throws {@link BucketException} if the database does not answer or the table does
 * not exist.
 */
public final class BucketRows implements AutoCloseable {

  private static final String COLUMNS =
      """
      SELECT id, tk, ts, limits::text, coalesce(limits_version, 0), defined::text
      FROM ${schema}.rate_limiting_token_bucket
      """;

  private static final int MOST_CONNECTIONS = 8;

  private final Database database;
  private final Schema schema;
  private final Statements statements;

  private BucketRows(Database database, Schema schema) {
    this.database = database;
    this.schema = schema;
    this.statements = new Statements(database, schema);
  }

  /**
   * Uses the connections of a pool, one at a time for each thread that calls, and returns each one
   * in the state in which it came. The search path of each connection decides on the schema.
   */
  public static BucketRows on(DataSource pool) {
    return on(pool, Schema.ON_SEARCH_PATH);
  }

  /**
   * Uses the connections of a pool, as {@link #on(DataSource)} does.
   *
   * @param schema of the table and the functions, as in the database, without quotes
   * @throws IllegalArgumentException if the database cannot have such a schema
   */
  public static BucketRows on(DataSource pool, String schema) {
    return on(pool, Schema.of(schema));
  }

  private static BucketRows on(DataSource pool, Schema schema) {
    return new BucketRows(
        Database.onPool(
            pool,
            Connection.TRANSACTION_NONE,
            MOST_CONNECTIONS,
            sqlState -> {},
            TimeSource.system()),
        schema);
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

  /** The limits that are defined, to read and change them. */
  public DefinedLimits limits() {
    return new PostgresLimits(statements);
  }

  /**
   * Creates the table and the functions, unless they are there.
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
    statements.update(
        """
        INSERT INTO ${schema}.rate_limiting_token_bucket AS b (id, tk, ts)
        VALUES (?, ?, clock_timestamp())
        ON CONFLICT (id) DO UPDATE SET tk = excluded.tk, full_at = NULL, held = NULL,
          more = (SELECT array_agg(CASE n % 2 WHEN 1 THEN excluded.tk
              ELSE round(extract(epoch FROM excluded.ts) * 1000000)::bigint END ORDER BY n)
            FROM unnest(b.more) WITH ORDINALITY AS u(v, n)),
          ts = least(greatest(b.ts, excluded.ts), excluded.ts + interval '5 seconds')
        """,
        BucketId.checked(id), tokens);
  }

  /** Fills a bucket, and forgets which limits processes stated. Returns whether it had a row. */
  public boolean reset(String id) {
    return statements.update(
                """
            UPDATE ${schema}.rate_limiting_token_bucket SET tk = defined[3], more = NULL,
              ts = clock_timestamp(), full_at = NULL, held = NULL, limits = defined
            WHERE id = ? AND defined IS NOT NULL
            """,
                id)
            + statements.update(
                "DELETE FROM ${schema}.rate_limiting_token_bucket WHERE id = ? AND defined IS NULL",
                id)
        > 0;
  }

  /**
   * Returns the statements that {@link #install} executes, as one transaction, for an operator who
   * executes them with psql.
   *
   * @param schema that exists, as in the database, without quotes; the functions name it
   * @throws IllegalArgumentException if the database cannot have such a schema
   */
  public static String script(String schema) {
    return Installation.script(Schema.of(schema));
  }

  /**
   * Removes the rows of full buckets, which grants nothing, because a bucket without a row is full.
   * A bucket counts as full by the limit in force. Rows that {@link #set} or {@link
   * DefinedLimits#define} wrote stay, and so do rows whose limits a process has stated in the last
   * minute, and rows that are in use at the moment. Each transaction reads and removes at most 1000
   * rows.
   *
   * @param prefix that the ids start with
   * @return the number of rows removed
   */
  public long prune(String prefix) {
    Pruning pruning = new Pruning(database, schema);
    long removed = 0;
    try {
      Optional<Pruning.Batch> batch = pruning.after("", prefix, Statements.TIMEOUT_MILLIS);
      while (batch.isPresent()) {
        removed += batch.get().removed();
        batch = pruning.after(batch.get().last(), prefix, Statements.TIMEOUT_MILLIS);
      }
    } catch (SQLException e) {
      throw Statements.explained(e);
    }
    return removed;
  }

  /** Closes the connections of its own. Those of a pool stay open. */
  @Override
  public void close() {
    database.close();
  }

  private List<BucketRow> query(String sql, Object... parameters) {
    return statements.query(sql, BucketRows::row, parameters);
  }

  private static BucketRow row(ResultSet row) throws SQLException {
    return new BucketRow(
        row.getString(1),
        row.getLong(2),
        row.getObject(3, OffsetDateTime.class).toInstant(),
        PostgresLimits.read(row.getString(4)),
        row.getLong(5),
        PostgresLimits.read(row.getString(6)));
  }
}
