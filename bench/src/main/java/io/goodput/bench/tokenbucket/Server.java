package io.goodput.bench.tokenbucket;

import io.goodput.bench.BenchException;
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
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The database that the clients share, with the tables that they need. For one thread. */
final class Server implements AutoCloseable {

  /** How all ids of the benchmark begin, so that it leaves no others' alone. */
  static final String PREFIX = "goodput-bench-";

  private static final long START_SECONDS = 120;

  private final @Nullable ChildProcess process;
  private final String url;
  private final Connection connection;

  private Server(@Nullable ChildProcess process, String url, Connection connection) {
    this.process = process;
    this.url = url;
    this.connection = connection;
  }

  /** A PostgreSQL of its own, which is stopped when this process ends in whatever way. */
  static Server embedded(Path folder, Durability durability) {
    ChildProcess process =
        ChildProcess.start(
            "PostgreSQL",
            List.of(
                NodeMain.class.getName(),
                PostgresMain.class.getName(),
                folder.toString(),
                durability.toString()));
    try {
      String url = process.answer(START_SECONDS);
      return prepared(new Server(process, url, DriverManager.getConnection(url)));
    } catch (SQLException | BucketException | BenchException e) {
      process.close();
      throw new BenchException(
          "A PostgreSQL could not be started here: %s Name one of your own with --url."
              .formatted(e.getMessage()),
          e);
    }
  }

  /**
   * The user's own.
   *
   * @throws PreconditionException if it cannot be used
   */
  static Server at(String url) {
    requireDriver(url);
    try {
      return prepared(new Server(null, url, DriverManager.getConnection(url)));
    } catch (SQLException e) {
      throw new PreconditionException(
          "Cannot connect to %s: %s: check --url.".formatted(url, firstLine(e)));
    } catch (BucketException e) {
      throw new PreconditionException(String.valueOf(e.getMessage()));
    }
  }

  /** Throws unless there is a driver for it. */
  static void requireDriver(String url) {
    if (!url.startsWith("jdbc:postgresql:") && !url.startsWith("jdbc:yugabytedb:")) {
      throw new PreconditionException(
          "'%s' is no URL of PostgreSQL or YugabyteDB: write jdbc:postgresql://HOST:PORT/DATABASE"
                  .formatted(url)
              + " or jdbc:yugabytedb://HOST:PORT/DATABASE.");
    }
    try {
      DriverManager.getDriver(url);
    } catch (SQLException e) {
      throw new PreconditionException(
          "There is no driver for '%s' on the class path: add it, or write jdbc:postgresql: instead."
              .formatted(url));
    }
  }

  private static Server prepared(Server server) throws SQLException {
    try (TokenBuckets buckets = TokenBuckets.on(server.url).open()) {
      buckets.install();
    }
    server.execute(
        "CREATE TABLE IF NOT EXISTS %s (%s text PRIMARY KEY, %s bytea)"
            .formatted(Bucket4jRequests.TABLE, Bucket4jRequests.ID, Bucket4jRequests.STATE));
    return server;
  }

  String url() {
    return url;
  }

  /** As the server calls itself. */
  String version() {
    return ask("SELECT version()").replaceAll("( on |,).*", "");
  }

  /** As the server says; it is on only if all that makes it up is. */
  Durability durability() {
    boolean on = ask("SHOW fsync").equals("on") && ask("SHOW synchronous_commit").equals("on");
    return on ? Durability.ON : Durability.OFF;
  }

  /** Seconds on the server's clock. */
  double seconds() {
    return Double.parseDouble(ask("SELECT extract(epoch FROM clock_timestamp())"));
  }

  /** Removes what the benchmark has put in, from its own server without a trace. */
  void clear() {
    try {
      if (process != null) {
        execute("TRUNCATE rate_limiting_token_bucket, " + Bucket4jRequests.TABLE);
        return;
      }
      execute("DELETE FROM rate_limiting_token_bucket WHERE id LIKE '" + PREFIX + "%'");
      execute("DELETE FROM " + Bucket4jRequests.TABLE);
    } catch (SQLException e) {
      throw problem(e);
    }
  }

  @Override
  public void close() {
    try (connection) {
      if (process == null) {
        clear();
        execute("DROP TABLE " + Bucket4jRequests.TABLE);
      }
    } catch (SQLException e) {
      throw problem(e);
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
      throw problem(e);
    }
  }

  private void execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static BenchException problem(SQLException e) {
    return new BenchException("The database failed: %s.".formatted(firstLine(e)), e);
  }

  private static String firstLine(SQLException e) {
    return String.valueOf(e.getMessage()).lines().findFirst().orElse("");
  }
}
