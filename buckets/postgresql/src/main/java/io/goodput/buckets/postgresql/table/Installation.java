package io.goodput.buckets.postgresql.table;

import io.goodput.buckets.BucketException;
import io.goodput.buckets.postgresql.database.Database;
import io.goodput.core.time.Nanos;
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
import java.util.concurrent.locks.LockSupport;

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

  private static final String ALL_COLUMNS = String.join(", ", COLUMNS);

  private static final int ORIGINAL_COLUMNS = 3;

  /**
   * What the comment of the function that takes tokens says. An older client accepts a newer one.
   */
  private static final int REVISION = 1;

  private static final int ATTEMPTS = 5;
  private static final long PAUSE = Nanos.PER_SECOND;

  private static final String LOCKED = "55P03";
  private static final String NO_PERMISSION = "42501";
  private static final long TIMEOUT_MILLIS = 30_000;

  private static final String INSTALLED =
      """
      SELECT n.nspname,
        (SELECT string_agg(attname || ' ' || format_type(atttypid, atttypmod), ', ' ORDER BY attnum)
         FROM pg_attribute WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped),
        coalesce(obj_description(c.oid, 'pg_class'), ''),
        (SELECT max(substring(obj_description(oid, 'pg_proc') FROM 'revision ([0-9]+)')::int)
         FROM pg_proc WHERE proname = 'rate_limiting_lease' AND pronamespace = n.oid),
        EXISTS (SELECT FROM pg_proc WHERE proname = 'rate_limiting_lease'
          AND pronamespace = n.oid AND oidvectortypes(proargtypes) = 'text, bigint[], bigint,'
            ' bigint, bigint, bigint, bigint, integer, bigint, bigint, bigint,'
            ' bigint, bigint')
          AND EXISTS (SELECT FROM pg_proc WHERE proname = 'rate_limiting_leases'
            AND pronamespace = n.oid)
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
  private record Found(
      Schema schema, String columns, String comment, int revision, boolean hasFunction) {

    /** Whether a newer Goodput has changed the table. */
    boolean isNewer() {
      return version() > VERSION;
    }

    /** A newer version may lack what this one needs. */
    void requireUsable() {
      if (isNewer() && !(hasFunction && columns.startsWith(ALL_COLUMNS))) {
        throw new BucketException(
            "The token buckets in this database have version %d, and lack what this Goodput needs,"
                    .formatted(version())
                + " which is version %d: use a newer Goodput.".formatted(VERSION));
      }
    }

    void requireNotNewer() {
      if (isNewer()) {
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
      String original = String.join(", ", COLUMNS.subList(0, ORIGINAL_COLUMNS));
      if (!columns.equals(ALL_COLUMNS) && !columns.equals(original)) {
        throw new BucketException(
            "The table rate_limiting_token_bucket is not a Goodput table: it has (%s), not (%s)."
                    .formatted(columns, ALL_COLUMNS)
                + " Rename it, or use another schema.");
      }
    }

    boolean isCurrent() {
      return version() == VERSION
          && columns.equals(ALL_COLUMNS)
          && revision >= REVISION
          && hasFunction;
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
    return "BEGIN;\n\n%s\nCOMMIT;\n".formatted(schema.in(statements()));
  }

  private boolean run(Database.Work<Boolean> work, String what) {
    SQLException last = new SQLException();
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      try {
        return database.run(work, TIMEOUT_MILLIS);
      } catch (SQLException e) {
        // Another process may be installing: then the next attempt finds the table.
        last = e;
        pauseAfter(e);
      }
    }
    if (LOCKED.equals(last.getSQLState())) {
      throw new BucketException(
          "Cannot %s the token buckets: another session, such as a dump, keeps the table"
                  .formatted(what)
              + " rate_limiting_token_bucket locked. Try again when it has ended.",
          last);
    }
    throw new BucketException(
        "Cannot %s the token buckets: %s".formatted(what, last.getMessage()), last);
  }

  /** Requests that have waited behind the statement come first. */
  private static void pauseAfter(SQLException problem) {
    if (LOCKED.equals(problem.getSQLState())) {
      LockSupport.parkNanos(PAUSE);
    }
  }

  private boolean installIfNeeded(Connection connection, long millis) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      Optional<Found> found = find(statement);
      found.ifPresent(Found::requireUsable);
      if (found.isPresent() && (found.get().isNewer() || found.get().isCurrent())) {
        return false;
      }
      found.ifPresent(Found::requireGoodput);
      Schema target = found.isPresent() ? found.get().schema() : schemaForNew(statement);
      execute(statement, target, found.isEmpty());
      return found.isEmpty();
    }
  }

  private static void execute(Statement statement, Schema target, boolean isNew)
      throws SQLException {
    boolean hasSchema = !isNew || exists(statement, target);
    try {
      if (!hasSchema) {
        statement.execute("CREATE SCHEMA " + quoted(target.name()));
      }
      statement.execute(target.in(statements()));
    } catch (SQLException e) {
      if (!NO_PERMISSION.equals(e.getSQLState())) {
        throw e;
      }
      String role = statement.getConnection().getMetaData().getUserName();
      String fix =
          !hasSchema
              ? "CREATE SCHEMA %1$s AUTHORIZATION %2$s, or let another role run ./goodput buckets install"
              : isNew
                  ? "GRANT CREATE ON SCHEMA %1$s TO %2$s, or let another role run ./goodput buckets install"
                  : "let the owner of the table rate_limiting_token_bucket in schema %1$s run ./goodput"
                      + " buckets install, instead of %2$s";
      throw new BucketException(
          "Cannot install the token buckets: %s. (%s, SQLSTATE %s)"
              .formatted(
                  fix.formatted(quoted(target.name()), quoted(role)),
                  Diagnosis.reason(e),
                  e.getSQLState()),
          e);
    }
  }

  /** CREATE SCHEMA IF NOT EXISTS needs a permission even if the schema exists. */
  private static boolean exists(Statement statement, Schema target) throws SQLException {
    String query = target.in("SELECT FROM pg_namespace WHERE nspname = '${schema}'");
    try (ResultSet found = statement.executeQuery(query)) {
      return found.next();
    }
  }

  private static String quoted(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
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
                  found.getInt(4),
                  found.getBoolean(5)))
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

  /** The tables, and then the functions that take tokens from one bucket and from several. */
  private static String statements() {
    return script("install.sql") + "\n" + script("lease.sql") + "\n" + script("leases.sql");
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
