package io.goodput.bench.tokenbucket;

import io.goodput.bench.BenchException;
import io.goodput.bench.report.Passwords;
import io.goodput.bench.tokenbucket.BucketCase.Durability;
import io.goodput.cluster.PreconditionException;
import io.goodput.cluster.node.NodeMain;
import io.goodput.sql.BucketException;
import io.goodput.sql.TokenBuckets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/** The database that the clients share, with the tables that they need. For one thread. */
final class Server implements AutoCloseable {

  /** Start of all ids of the benchmark, which leaves all others alone. */
  static final String PREFIX = "goodput-bench-";

  private static final long START_SECONDS = 120;

  private final @Nullable ChildProcess process;
  private final String url;
  private final Connection connection;

  private Server(@Nullable ChildProcess process, String url) throws SQLException {
    this.process = process;
    this.url = url;
    connection = DriverManager.getConnection(url);
    try (TokenBuckets buckets = TokenBuckets.on(url).open()) {
      buckets.install();
    }
    execute(
        "CREATE TABLE IF NOT EXISTS %s (id text PRIMARY KEY, state bytea)"
            .formatted(Bucket4jClient.TABLE));
  }

  /** Starts a PostgreSQL that stops with this process, however that ends. */
  static Server embedded(Path folder, Durability durability) throws InterruptedException {
    ChildProcess process =
        ChildProcess.start(
            "PostgreSQL",
            NodeMain.class.getName(),
            PostgresMain.class.getName(),
            folder.toString(),
            BucketCase.name(durability));
    try {
      return new Server(process, process.answer(START_SECONDS));
    } catch (SQLException | BucketException | BenchException e) {
      process.close();
      throw new BenchException(
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
    String shown = Passwords.masked(url);
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

  String url() {
    return url;
  }

  /** Name and version, as the server reports them. */
  String version() {
    return ask("SELECT version()").replaceAll("( on |,).*", "");
  }

  /** As the server reports it. */
  Durability durability() {
    boolean on = ask("SHOW fsync").equals("on") && ask("SHOW synchronous_commit").equals("on");
    return on ? Durability.ON : Durability.OFF;
  }

  /** Seconds on the server's clock. */
  double seconds() {
    return Double.parseDouble(ask("SELECT extract(epoch FROM clock_timestamp())"));
  }

  /** Removes the benchmark's buckets. */
  void clear() {
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
      }
    } catch (SQLException e) {
      throw failure(e);
    } finally {
      if (process != null) {
        process.close();
      }
    }
  }

  private String ask(String question) {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(question)) {
      row.next();
      return row.getString(1);
    } catch (SQLException e) {
      throw failure(e);
    }
  }

  private void execute(String sql) {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw failure(e);
    }
  }

  private static BenchException failure(SQLException problem) {
    return new BenchException("The database failed: %s.".formatted(reason(problem)), problem);
  }

  /** The first line of a message, without passwords. */
  static String reason(Exception problem) {
    return Passwords.masked(String.valueOf(problem.getMessage())).lines().findFirst().orElse("");
  }
}
