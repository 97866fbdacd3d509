package io.goodput.cli.console;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.NoNodeAvailableException;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;

/** Sets and removes overrides, as the user of the console's session. Thread-safe. */
final class Changes {

  private static final int MOST_SECONDS = 86_400;

  private static final ObjectMapper JSON =
      JsonMapper.builder()
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .build();

  /** Runs a statement with values on a node that can. */
  interface Cluster {

    /** Runs it, or throws the reason why no node did. */
    void run(String statement, Object... values);
  }

  private final Cluster cluster;

  Changes(Cluster cluster) {
    this.cluster = cluster;
  }

  /** Changes by a session. */
  static Changes by(CqlSession session) {
    return new Changes((statement, values) -> run(session, statement, values));
  }

  /** What came of a change, in a sentence. */
  record Outcome(boolean done, String message) {}

  /**
   * An wanted.
   *
   * @param kind reads or writes
   */
  record PartitionLimit(
      String keyspaceName,
      String tableName,
      String partitionKey,
      String kind,
      int perSecond,
      int seconds) {}

  /**
   * Applies a change.
   *
   * @param name {@code limit} or {@code remove}
   * @param json an {@link PartitionLimit}
   */
  Outcome apply(String name, byte[] json) {
    PartitionLimit wanted;
    try {
      wanted = JSON.readValue(json, PartitionLimit.class);
    } catch (IOException e) {
      return new Outcome(false, "This is no override: " + e.getMessage());
    }
    if (wanted.keyspaceName == null || wanted.tableName == null || wanted.partitionKey == null) {
      return new Outcome(false, "An override needs a keyspace, a table, and a partition key.");
    }
    return switch (name) {
      case "limit" -> limit(wanted);
      case "remove" ->
          run(
              "Removed.",
              "DELETE FROM goodput.overrides"
                  + " WHERE keyspace_name = ? AND table_name = ? AND partition_key = ?",
              wanted.keyspaceName,
              wanted.tableName,
              wanted.partitionKey);
      default -> new Outcome(false, "The console cannot %s.".formatted(name));
    };
  }

  private Outcome limit(PartitionLimit wanted) {
    if (wanted.perSecond < 0 || wanted.seconds < 1 || wanted.seconds > MOST_SECONDS) {
      return new Outcome(
          false, "The rate must be 0 or more, and the time 1 to %d s.".formatted(MOST_SECONDS));
    }
    String column = "writes".equals(wanted.kind) ? "max_writes_per_second" : "max_reads_per_second";
    return run(
        "Limited.",
        ("UPDATE goodput.overrides USING TTL ? SET %s = ?"
                + " WHERE keyspace_name = ? AND table_name = ? AND partition_key = ?")
            .formatted(column),
        wanted.seconds,
        wanted.perSecond,
        wanted.keyspaceName,
        wanted.tableName,
        wanted.partitionKey);
  }

  private Outcome run(String done, String statement, Object... values) {
    try {
      cluster.run(statement, values);
      return new Outcome(true, done);
    } catch (DriverException e) {
      return new Outcome(false, String.valueOf(e.getMessage()));
    }
  }

  /** Asks one node after the other: one may lack the view, or be down. */
  private static void run(CqlSession session, String statement, Object... values) {
    DriverException problem = new NoNodeAvailableException();
    for (Node node : session.getMetadata().getNodes().values()) {
      try {
        session.execute(SimpleStatement.newInstance(statement, values).setNode(node));
        return;
      } catch (DriverException e) {
        problem = e;
      }
    }
    throw problem;
  }
}
