package io.goodput.lab.bench.load;

import io.goodput.cli.CommandException;
import io.goodput.lab.nodes.Node;
import java.io.IOException;
import java.util.List;
import javax.management.JMException;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;

/** What Cassandra counts for a table of the benchmark. */
public final class TableCount {

  private TableCount() {}

  /**
   * The sum over nodes since they started.
   *
   * @param metric of the table, such as {@code WriteLatency}, which counts the writes of a replica
   */
  public static long of(List<Node> nodes, String table, String metric) {
    long sum = 0;
    for (Node node : nodes) {
      try (JMXConnector connector = node.connectJmx()) {
        sum +=
            (long)
                connector
                    .getMBeanServerConnection()
                    .getAttribute(
                        new ObjectName(
                            "org.apache.cassandra.metrics:type=Table,keyspace=bench,scope="
                                + "%s,name=%s".formatted(table, metric)),
                        "Count");
      } catch (IOException | JMException e) {
        throw new CommandException(
            "Cannot read %s of a node: %s.".formatted(metric, e.getMessage()), e);
      }
    }
    return sum;
  }
}
