package io.goodput.sql.table;

import io.goodput.sql.BucketException;
import io.goodput.sql.database.Database;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Installs the table and the functions, and checks their version. Thread-safe. */
public final class Installation {

  private static final int VERSION = 2;

  private static final String COMMENT = "Goodput token buckets, version ";

  /** The columns of the table in Franck Pachot's series, which this table extends. */
  private static final String ORIGINAL_COLUMNS = "id text, tk bigint, ts timestamp with time zone";

  private static final String COLUMNS = ORIGINAL_COLUMNS + ", full_at timestamp with time zone";
  private static final int ATTEMPTS = 3;
  private static final long TIMEOUT_MILLIS = 30_000;

  private static final String INSTALLED =
      """
      SELECT string_agg(attname || ' ' || format_type(atttypid, atttypmod), ', ' ORDER BY attnum),
        coalesce(obj_description(to_regclass('rate_limiting_token_bucket'), 'pg_class'), '')
      FROM pg_attribute
      WHERE attrelid = to_regclass('rate_limiting_token_bucket')
        AND attnum > 0 AND NOT attisdropped
      """;

  private final Database database;

  /** Does not use the database yet. */
  public Installation(Database database) {
    this.database = database;
  }

  /**
   * Creates or upgrades the table and the functions, unless they are up to date.
   *
   * @throws BucketException if the database does not answer, or has a different table of that name
   */
  public void install() {
    SQLException last = new SQLException();
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      try {
        database.run(Installation::installIfNeeded, TIMEOUT_MILLIS);
        return;
      } catch (SQLException e) {
        // Another process may be installing: then the next attempt finds the table.
        last = e;
      }
    }
    throw new BucketException("Cannot install the token buckets: " + last.getMessage(), last);
  }

  private static boolean installIfNeeded(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      if (!isCurrent(statement)) {
        statement.execute(script());
      }
      return true;
    }
  }

  private static boolean isCurrent(Statement statement) throws SQLException {
    try (ResultSet found = statement.executeQuery(INSTALLED)) {
      found.next();
      String columns = found.getString(1);
      if (columns == null) {
        return false;
      }
      if (!columns.equals(COLUMNS) && !columns.equals(ORIGINAL_COLUMNS)) {
        throw new BucketException(
            "The table rate_limiting_token_bucket is not a Goodput table: it has (%s), not (%s)."
                    .formatted(columns, COLUMNS)
                + " Rename it, or use another schema.");
      }
      return columns.equals(COLUMNS) && isCurrent(found.getString(2));
    }
  }

  private static boolean isCurrent(String comment) {
    if (!comment.startsWith(COMMENT)) {
      return false;
    }
    int version = Integer.parseInt(comment.substring(COMMENT.length()));
    if (version > VERSION) {
      throw new BucketException(
          "The token buckets in this database have version %d, but this Goodput supports only %d:"
                  .formatted(version, VERSION)
              + " use a newer Goodput.");
    }
    return version == VERSION;
  }

  private static String script() {
    try (InputStream in = Installation.class.getResourceAsStream("install.sql")) {
      if (in == null) {
        throw new IllegalStateException("install.sql is missing from the class path");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
