package io.goodput.cli.overrides;

import static io.goodput.cli.Printed.text;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.DriverTimeoutException;
import com.datastax.oss.driver.api.core.connection.ClosedConnectionException;
import com.datastax.oss.driver.api.core.connection.HeartbeatException;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.NodeState;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import com.datastax.oss.driver.api.core.servererrors.QueryValidationException;
import io.goodput.cli.CommandException;
import io.goodput.cli.CorrectableException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The overrides of a cluster, as the user of a session may see and change them. Asks one node after
 * the other until one knows overrides: a node may be down, or may run without Goodput. Thread-safe.
 *
 * <p>All methods throw a {@link CorrectableException} if the cluster refuses the statement, and a
 * {@link CommandException} if it cannot execute it.
 */
public record ClusterOverrides(CqlSession session) {

  /** The longest time that an override may last, in seconds. */
  public static final int MOST_SECONDS = 86_400;

  /** The first override creates a keyspace, which takes a while. */
  private static final Duration TIMEOUT = Duration.ofSeconds(20);

  private static final String SELECT = "SELECT * FROM goodput.overrides";
  private static final String OF_TABLE = " WHERE keyspace_name = ? AND table_name = ?";
  private static final String OF_PARTITION = OF_TABLE + " AND partition_key = ?";

  /**
   * A partition, by names as the schema has them.
   *
   * @param partitionKey as a literal of CQL
   */
  public record Partition(String keyspaceName, String tableName, String partitionKey) {}

  /**
   * A change that the cluster has made.
   *
   * @param node knows the change
   * @param warnings say why it has no effect yet, or not everywhere, or none at all; usually empty
   */
  public record Changed(Node node, List<String> warnings) {}

  /**
   * Sets one limit of a partition, or both.
   *
   * @param reads per second; null if it stays as it is
   * @param writes per second; null if it stays as it is
   * @param seconds how long the override lasts, 1 to {@link #MOST_SECONDS}
   */
  public Changed set(
      Partition partition, @Nullable Integer reads, @Nullable Integer writes, int seconds) {
    List<String> limits = new ArrayList<>();
    List<Object> values = new ArrayList<>();
    values.add(seconds);
    if (reads != null) {
      limits.add("max_reads_per_second = ?");
      values.add(reads);
    }
    if (writes != null) {
      limits.add("max_writes_per_second = ?");
      values.add(writes);
    }
    values.addAll(List.of(partition.keyspaceName, partition.tableName, partition.partitionKey));
    return changed(
        execute(
            nodes(),
            "UPDATE goodput.overrides USING TTL ? SET " + String.join(", ", limits) + OF_PARTITION,
            values.toArray()));
  }

  /** Removes an override. */
  public Changed remove(Partition partition) {
    return changed(
        execute(
            nodes(),
            "DELETE FROM goodput.overrides" + OF_PARTITION,
            partition.keyspaceName,
            partition.tableName,
            partition.partitionKey));
  }

  /**
   * A removal that the cluster has executed.
   *
   * @param isSeen whether the user has seen that the override has gone
   * @param warnings as those of {@link Changed}
   */
  record Removed(boolean isSeen, List<String> warnings) {}

  /**
   * Removes an override. Compares the keys before and after: the user may write a key otherwise
   * than the nodes do, and may be allowed to change overrides, but not to read them.
   */
  Removed removed(Partition partition) {
    Set<String> before = visible(nodes(), partition);
    Changed changed = remove(partition);
    boolean isSeen = !visible(List.of(changed.node()), partition).containsAll(before);
    return new Removed(isSeen, changed.warnings());
  }

  /** The keys of the table's overrides that the user may read. */
  private Set<String> visible(List<Node> nodes, Partition partition) {
    try {
      return ofTable(nodes, partition).stream()
          .map(ListedOverride::partitionKey)
          .collect(Collectors.toSet());
    } catch (CommandException e) {
      return Set.of();
    }
  }

  /** All overrides. */
  List<ListedOverride> all() {
    return listed(execute(nodes(), SELECT));
  }

  /** The overrides of a partition's table, as these nodes know them. */
  List<ListedOverride> ofTable(List<Node> nodes, Partition partition) {
    return listed(execute(nodes, SELECT + OF_TABLE, partition.keyspaceName, partition.tableName));
  }

  private static List<ListedOverride> listed(ResultSet rows) {
    return rows.all().stream().map(ListedOverride::of).toList();
  }

  /** All nodes, first those that the driver takes to be up. */
  private List<Node> nodes() {
    return session.getMetadata().getNodes().values().stream()
        .sorted(Comparator.comparing(node -> node.getState() != NodeState.UP))
        .toList();
  }

  private ResultSet execute(List<Node> nodes, String query, Object... values) {
    String silence = "";
    CorrectableException unknown = null;
    for (Node node : nodes) {
      try {
        return session.execute(
            SimpleStatement.newInstance(query, values).setNode(node).setTimeout(TIMEOUT));
      } catch (AllNodesFailedException | ClosedConnectionException e) {
        // It is down: another one may answer.
        silence = " (%s)".formatted(reason(e));
      } catch (DriverTimeoutException | HeartbeatException e) {
        silence = " (%s)".formatted(e.getMessage());
        if (!query.startsWith("SELECT")) {
          throw new CommandException(
              "A node has not answered, and may still execute the statement: goodput overrides"
                  + " shows what is in force%s.".formatted(silence));
        }
      } catch (QueryValidationException e) {
        if (!isUnknown(e)) {
          throw new CorrectableException(e.getMessage() + ".");
        }
        unknown =
            new CorrectableException(
                "No node that answers knows overrides: run goodput doctor to see which nodes lack"
                    + " Goodput.");
      } catch (DriverException e) {
        throw new CommandException("The cluster cannot execute the statement: " + e.getMessage());
      }
    }
    if (unknown != null) {
      throw unknown;
    }
    throw new CommandException("No node answers%s.".formatted(silence));
  }

  /** What the node that was asked last has failed with. */
  private static @Nullable String reason(DriverException problem) {
    return problem instanceof AllNodesFailedException failures
        ? failures.getAllErrors().values().stream()
            .flatMap(List::stream)
            .map(Throwable::getMessage)
            .reduce((first, last) -> last)
            .orElse(problem.getMessage())
        : problem.getMessage();
  }

  private static Changed changed(ResultSet result) {
    Node node = result.getExecutionInfo().getCoordinator();
    if (node == null) {
      throw new CommandException("The driver does not tell which node has answered.");
    }
    return new Changed(node, result.getExecutionInfo().getWarnings());
  }

  /** Whether the node does not know the table, or allows no expiry in it. */
  private static boolean isUnknown(QueryValidationException problem) {
    String message = String.valueOf(problem.getMessage()).toLowerCase(Locale.ROOT);
    return problem instanceof InvalidQueryException
        && (message.contains("keyspace goodput does not exist")
            || message.contains("table overrides does not exist")
            || message.contains("expiring columns are not supported"));
  }

  /** A row of {@code goodput.overrides}, with the fields of its JSON. Times are in ISO 8601. */
  record ListedOverride(
      String keyspace,
      String table,
      String partitionKey,
      @Nullable Integer maxReadsPerSecond,
      @Nullable Integer maxWritesPerSecond,
      String expiresAt,
      String setBy,
      String setAt,
      boolean enforced) {

    /** What a row of the view says. */
    static ListedOverride of(Row row) {
      return new ListedOverride(
          text(row, "keyspace_name"),
          text(row, "table_name"),
          text(row, "partition_key"),
          row.get("max_reads_per_second", Integer.class),
          row.get("max_writes_per_second", Integer.class),
          String.valueOf(row.getInstant("expires_at")),
          text(row, "set_by"),
          String.valueOf(row.getInstant("set_at")),
          row.getBoolean("enforced"));
    }

    /** For example: {@code 10 reads and 0 writes per second until 2026-11-24T03:10:00Z}. */
    String inWords() {
      String reads = maxReadsPerSecond == null ? "" : maxReadsPerSecond + " reads";
      String writes = maxWritesPerSecond == null ? "" : maxWritesPerSecond + " writes";
      String and = reads.isEmpty() || writes.isEmpty() ? "" : " and ";
      String effect = enforced ? "" : " (rejects nothing: its table or the node only observes)";
      return reads + and + writes + " per second until " + expiresAt + effect;
    }
  }
}
