package io.goodput.sql;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** The table and the functions in the database, and their version. */
final class Installation {

  static final int VERSION = 2;

  private static final String COMMENT = "Goodput token buckets, version ";
  private static final String SEED = "id text, tk bigint, ts timestamp with time zone";
  private static final String COLUMNS = SEED + ", full_at timestamp with time zone";
  private static final int ATTEMPTS = 3;
  private static final long MILLIS = 30_000;

  private static final String FOUND =
      """
      SELECT string_agg(attname || ' ' || format_type(atttypid, atttypmod), ', ' ORDER BY attnum),
        coalesce(obj_description(to_regclass('rate_limiting_token_bucket'), 'pg_class'), '')
      FROM pg_attribute
      WHERE attrelid = to_regclass('rate_limiting_token_bucket')
        AND attnum > 0 AND NOT attisdropped
      """;

  private final Database database;

  Installation(Database database) {
    this.database = database;
  }

  void install() {
    SQLException last = new SQLException();
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      try {
        database.run(Installation::installIfNeeded, MILLIS);
        return;
      } catch (SQLException e) {
        // Another process may install at this moment: then it is there the next time.
        last = e;
      }
    }
    throw new BucketException(
        "The token buckets could not be installed: " + last.getMessage(), last);
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
    try (ResultSet found = statement.executeQuery(FOUND)) {
      found.next();
      String columns = found.getString(1);
      if (columns == null) {
        return false;
      }
      if (!columns.equals(COLUMNS) && !columns.equals(SEED)) {
        throw new BucketException(
            "The table rate_limiting_token_bucket is not one of token buckets: it has (%s), not"
                    .formatted(columns)
                + " (%s). Rename it, or use another schema.".formatted(COLUMNS));
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
          "The token buckets in this database have version %d, and this Goodput knows %d:"
                  .formatted(version, VERSION)
              + " use a newer one.");
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
