package io.goodput.cli.overrides;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import com.datastax.oss.driver.api.core.servererrors.QueryValidationException;
import io.goodput.cli.connect.ConnectionOptions;
import io.goodput.cluster.ClusterException;
import io.goodput.cluster.PreconditionException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of a command that reads or changes overrides, and the statements that it sends. */
final class ClusterOptions {

  /** The first override creates a keyspace, which takes a while. */
  private static final Duration TIMEOUT = Duration.ofSeconds(20);

  @Option(
      names = "--hosts",
      paramLabel = "H",
      split = ",",
      defaultValue = "127.0.0.1",
      description = "Nodes through which to find all others (default: ${DEFAULT-VALUE}).")
  private List<String> hosts = List.of();

  @Mixin private ConnectionOptions connection = new ConnectionOptions();

  /**
   * Connects to the cluster.
   *
   * @throws PreconditionException if no node answers, or if it rejects the login
   */
  CqlSession connect() {
    return connection.connect(hosts);
  }

  /**
   * Executes a statement.
   *
   * @throws PreconditionException if the cluster refuses the statement
   * @throws ClusterException if the cluster cannot execute it
   */
  static List<Row> execute(CqlSession session, String query, Object... values) {
    try {
      return session.execute(SimpleStatement.newInstance(query, values).setTimeout(TIMEOUT)).all();
    } catch (InvalidQueryException e) {
      throw new PreconditionException(
          isUnknown(e)
              ? "A node runs without Goodput, or with a version without overrides: run goodput"
                  + " doctor."
              : sentence(e));
    } catch (QueryValidationException e) {
      throw new PreconditionException(sentence(e));
    } catch (DriverException e) {
      throw new ClusterException("The cluster cannot do it: " + sentence(e));
    }
  }

  /** Whether the node does not know the table, or allows no expiry in it. */
  private static boolean isUnknown(InvalidQueryException problem) {
    String message = String.valueOf(problem.getMessage()).toLowerCase(Locale.ROOT);
    return message.contains("keyspace goodput does not exist")
        || message.contains("table overrides does not exist")
        || message.contains("expiring columns are not supported");
  }

  private static String sentence(DriverException problem) {
    return problem.getMessage() + ".";
  }
}
