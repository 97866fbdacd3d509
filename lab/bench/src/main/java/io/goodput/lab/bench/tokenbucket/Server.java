package io.goodput.lab.bench.tokenbucket;

import io.goodput.buckets.BucketException;
import io.goodput.buckets.postgresql.admin.BucketRows;
import io.goodput.cli.CommandException;
import io.goodput.cli.Printed;
import io.goodput.lab.bench.load.ChildProcess;
import io.goodput.lab.nodes.PreconditionException;
import io.goodput.lab.nodes.node.NodeMain;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/** The database that the clients share, with the tables that they need. For one thread. */
final class Server implements Store {

  /** Start of all ids of the benchmark, which leaves all others alone. */
  static final String PREFIX = "goodput-lab-bench-";

  private final @Nullable ChildProcess process;
  private final String url;
  private final Connection connection;

  /** Whether the table of the buckets is the benchmark's own. */
  private final boolean installed;

  private Server(@Nullable ChildProcess process, String url) throws SQLException {
    this.process = process;
    this.url = url;
    connection = DriverManager.getConnection(url);
    try (BucketRows rows = BucketRows.on(url)) {
      installed = rows.install();
    }
    execute(
        "CREATE TABLE IF NOT EXISTS %s (id text PRIMARY KEY, state bytea)"
            .formatted(Bucket4jClient.TABLE));
  }

  /** Starts a PostgreSQL that stops with this process, however that ends. */
  static Server embedded() {
    ChildProcess process =
        new ChildProcess("PostgreSQL", NodeMain.class.getName(), PostgresMain.class.getName());
    try {
      return new Server(process, process.answer(120));
    } catch (SQLException | BucketException | CommandException e) {
      process.close();
      throw new CommandException(
          "A PostgreSQL could not be started here: %s Name one of your own with --url."
              .formatted(e.getMessage()),
          e);
    }
  }

  /**
   * Connects to the user's database.
   *
   * @throws PreconditionException if it cannot be used
   */
  static Server at(String url) {
    // Drivers log URLs that they reject, so they get to see the password only afterwards.
    String shown = Printed.masked(url);
    if (!url.startsWith("jdbc:postgresql:") && !url.startsWith("jdbc:yugabytedb:")) {
      throw new PreconditionException(
          "'%s' is not a URL of PostgreSQL or YugabyteDB: write jdbc:postgresql://HOST:PORT/DATABASE"
                  .formatted(shown)
              + " or jdbc:yugabytedb://HOST:PORT/DATABASE.");
    }
    try {
      DriverManager.getDriver(shown);
    } catch (SQLException e) {
      throw new PreconditionException(
          "There is no driver for '%s' on the class path: add it, or write jdbc:postgresql: instead."
              .formatted(shown));
    }
    try {
      return new Server(null, url);
    } catch (SQLException e) {
      throw new PreconditionException(
          "Cannot connect to %s: %s: check --url.".formatted(shown, reason(e)));
    } catch (BucketException e) {
      throw new PreconditionException(reason(e));
    }
  }

  @Override
  public String url() {
    return url;
  }

  @Override
  public String version() {
    return execute("SELECT version()").replaceAll("( on |,).*", "");
  }

  @Override
  public boolean isDurable() {
    return (execute("SHOW fsync") + execute("SHOW synchronous_commit")).equals("onon");
  }

  @Override
  public double seconds() {
    return Double.parseDouble(execute("SELECT extract(epoch FROM clock_timestamp())"));
  }

  @Override
  public Trouble trouble(BucketCase.Load load, String prefix) {
    try {
      return switch (load) {
        case LOCKED_ROWS -> new LockedRows(url, prefix);
        case HANGING -> new Hang(url);
        default -> this::url;
      };
    } catch (SQLException e) {
      throw failure(e);
    }
  }

  @Override
  public void clear() {
    if (process == null) {
      execute("DELETE FROM rate_limiting_token_bucket WHERE id LIKE '" + PREFIX + "%'");
      execute("DELETE FROM " + Bucket4jClient.TABLE);
    } else {
      execute("TRUNCATE rate_limiting_token_bucket, " + Bucket4jClient.TABLE);
    }
  }

  @Override
  public void close() {
    try (connection) {
      if (process == null) {
        clear();
        execute("DROP TABLE " + Bucket4jClient.TABLE);
        uninstall();
      }
    } catch (SQLException e) {
      throw failure(e);
    } finally {
      if (process != null) {
        process.close();
      }
    }
  }

  private void uninstall() {
    if (installed) {
      try (BucketRows rows = BucketRows.on(url)) {
        rows.uninstall();
      }
    }
  }

  /** Executes a statement. Returns the first column of the first row of a query. */
  private String execute(String sql) {
    try (Statement statement = connection.createStatement()) {
      if (!statement.execute(sql)) {
        return "";
      }
      ResultSet row = statement.getResultSet();
      row.next();
      return row.getString(1);
    } catch (SQLException e) {
      throw failure(e);
    }
  }

  static CommandException failure(SQLException problem) {
    return new CommandException("The database failed: %s.".formatted(reason(problem)), problem);
  }

  /** The first line of a message, without passwords. */
  static String reason(Exception problem) {
    return Printed.masked(problem.getMessage()).lines().findFirst().orElse("");
  }

  /** Starts a PostgreSQL, prints its URL, and stops it when this process ends. */
  public static final class PostgresMain {

    private PostgresMain() {}

    /** Takes no arguments. */
    public static void main(String[] args) throws InterruptedException {
      try {
        EmbeddedPostgres postgres =
            EmbeddedPostgres.builder()
                .setServerConfig("fsync", "on")
                .setServerConfig("synchronous_commit", "on")
                .start();
        System.out.println(postgres.getJdbcUrl("postgres", "postgres"));
      } catch (IOException | RuntimeException e) {
        System.out.println(ChildProcess.FAILED + e.getMessage());
        System.exit(1);
      }
      Thread.currentThread().join();
    }
  }
}
