package io.goodput.buckets.postgresql.table;

import io.goodput.buckets.BucketException;
import io.goodput.buckets.postgresql.database.Database;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;

/** Installs and removes the table and the functions, and checks their version. Thread-safe. */
public final class Installation {

  private static final int VERSION = 1;

  private static final String COMMENT = "Goodput token buckets, version ";

  /** The first three columns are those of the table in Franck Pachot's series. */
  private static final List<String> COLUMNS =
      List.of(
          "id text",
          "tk bigint",
          "ts timestamp with time zone",
          "full_at timestamp with time zone",
          "stated_at timestamp with time zone",
          "limits bigint[]",
          "limits_version bigint",
          "defined bigint[]",
          "more bigint[]",
          "virtual_time bigint",
          "last_grant bigint",
          "held bigint[]");

  private static final int ORIGINAL_COLUMNS = 3;

  /**
   * What the comment of the function that takes tokens says. An older client accepts a newer one.
   */
  private static final int REVISION = 1;

  private static final int ATTEMPTS = 3;
  private static final long TIMEOUT_MILLIS = 30_000;

  private static final String INSTALLED =
      """
      SELECT n.nspname,
        (SELECT string_agg(attname || ' ' || format_type(atttypid, atttypmod), ', ' ORDER BY attnum)
         FROM pg_attribute WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped),
        coalesce(obj_description(c.oid, 'pg_class'), ''),
        (SELECT max(substring(obj_description(oid, 'pg_proc') FROM 'revision ([0-9]+)')::int)
         FROM pg_proc WHERE proname = 'rate_limiting_lease' AND pronamespace = n.oid)
      FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE c.oid = to_regclass('%s')
      """;

  private final Database database;
  private final Schema schema;

  /** Does not use the database yet. */
  public Installation(Database database, Schema schema) {
    this.database = database;
    this.schema = schema;
  }

  /** A table of that name. */
  private record Found(Schema schema, String columns, String comment, int revision) {

    /** A newer version may have other columns. */
    void requireNotNewer() {
      if (version() > VERSION) {
        throw new BucketException(
            "The token buckets in this database have version %d, but this Goodput supports only %d:"
                    .formatted(version(), VERSION)
                + " use a newer Goodput.");
      }
    }

    /** The version of the table; 0 if its comment does not say. */
    private int version() {
      return comment.matches(COMMENT + "[0-9]{1,9}")
          ? Integer.parseInt(comment.substring(COMMENT.length()))
          : 0;
    }

    void requireGoodput() {
      String all = String.join(", ", COLUMNS);
      String original = String.join(", ", COLUMNS.subList(0, ORIGINAL_COLUMNS));
      if (!columns.equals(all) && !columns.equals(original)) {
        throw new BucketException(
            "The table rate_limiting_token_bucket is not a Goodput table: it has (%s), not (%s)."
                    .formatted(columns, all)
                + " Rename it, or use another schema.");
      }
    }

    boolean isCurrent() {
      return version() == VERSION
          && columns.equals(String.join(", ", COLUMNS))
          && revision >= REVISION;
    }
  }

  /**
   * Creates the table and the functions, unless they are there, or adds them to the table of the
   * series.
   *
   * @return whether the table is new
   * @throws BucketException if the database does not answer, or has a different table of that name
   */
  public boolean install() {
    return run(this::installIfNeeded, "install");
  }

  /**
   * Drops the table and the functions, and with them all buckets.
   *
   * @return whether there was a table
   * @throws BucketException if the database does not answer, or has a different table of that name
   */
  public boolean uninstall() {
    return run(this::uninstallIfThere, "uninstall");
  }

  /**
   * Returns the statements that create the table and the functions, as one transaction, for psql.
   *
   * @param schema with a name, because the functions have a search path of their own
   */
  public static String script(Schema schema) {
    return "BEGIN;\n\n%s\nCOMMIT;\n".formatted(schema.in(script("install.sql")));
  }

  private boolean run(Database.Work<Boolean> work, String what) {
    SQLException last = new SQLException();
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      try {
        return database.run(work, TIMEOUT_MILLIS);
      } catch (SQLException e) {
        // Another process may be installing: then the next attempt finds the table.
        last = e;
      }
    }
    throw new BucketException(
        "Cannot %s the token buckets: %s".formatted(what, last.getMessage()), last);
  }

  private boolean installIfNeeded(Connection connection, long millis) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      Optional<Found> found = find(statement);
      found.ifPresent(Found::requireNotNewer);
      found.ifPresent(Found::requireGoodput);
      if (found.isEmpty() || !found.get().isCurrent()) {
        Schema target = found.isPresent() ? found.get().schema() : schemaForNew(statement);
        statement.execute(target.in(script("install.sql")));
      }
      return found.isEmpty();
    }
  }

  private boolean uninstallIfThere(Connection connection, long millis) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      Optional<Found> found = find(statement);
      if (found.isPresent()) {
        found.get().requireNotNewer();
        found.get().requireGoodput();
        statement.execute(found.get().schema().in(script("uninstall.sql")));
      }
      return found.isPresent();
    }
  }

  private Optional<Found> find(Statement statement) throws SQLException {
    String table = schema.in("${schema}.rate_limiting_token_bucket").replace("'", "''");
    try (ResultSet found = statement.executeQuery(INSTALLED.formatted(table))) {
      return found.next()
          ? Optional.of(
              new Found(
                  new Schema(found.getString(1)),
                  found.getString(2),
                  found.getString(3),
                  found.getInt(4)))
          : Optional.empty();
    }
  }

  private Schema schemaForNew(Statement statement) throws SQLException {
    if (!schema.name().isEmpty()) {
      return schema;
    }
    try (ResultSet current = statement.executeQuery("SELECT current_schema()")) {
      current.next();
      String name = current.getString(1);
      if (name == null) {
        throw new BucketException(
            "The search path names no schema that exists: create one, or name another.");
      }
      return new Schema(name);
    }
  }

  private static String script(String name) {
    try (InputStream in = Installation.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException(name + " is missing from the class path");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
