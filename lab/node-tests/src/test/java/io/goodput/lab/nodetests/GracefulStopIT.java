package io.goodput.lab.nodetests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@DisplayName("A node whose native transport is stopped")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class GracefulStopIT {

  private static final int FEWEST = 20;

  private static final String WAITING_READS =
      "org.apache.cassandra.metrics:type=Goodput,name=ReadsWaitingWithoutThread";

  private static final String BUSY_THREADS =
      "org.apache.cassandra.metrics:type=ThreadPools,path=transport,"
          + "scope=Native-Transport-Requests,name=ActiveTasks";

  @AutoClose
  private final DedicatedNode server =
      DedicatedNode.start(
          Nodes.secured(Nodes.withPlugin()).withGoodputYaml("coalesce_reads: hot\n"));

  private final Cql cql = server.cql();

  @Test
  @DisplayName("answers the reads that wait for their turn")
  void stop_readsWaitForTheirTurn_areAnswered() throws Exception {
    cql.changeSchema(
        "CREATE TABLE crowded (k int PRIMARY KEY)"
            + " WITH per_partition_rate_limit = {'max_reads_per_second': 1}");
    PreparedStatement read = cql.prepare("SELECT k FROM crowded WHERE k = 1");
    List<CompletableFuture<AsyncResultSet>> reads = new ArrayList<>();
    try (JMXConnector connector = server.node().connectJmx()) {
      MBeanServerConnection node = connector.getMBeanServerConnection();
      // A read that arrives while its group is read leads the next group, without a thread.
      await()
          .pollInterval(Duration.ofMillis(1))
          .atMost(Duration.ofSeconds(60))
          .until(
              () -> {
                reads.removeIf(CompletableFuture::isDone);
                reads.add(cql.session().executeAsync(read.bind()).toCompletableFuture());
                return reads.size() > FEWEST && waitWithoutThreads(node, reads.size());
              });
      node.invoke(new ObjectName(Jmx.STORAGE_SERVICE), "stopNativeTransport", null, null);
    }

    for (CompletableFuture<AsyncResultSet> answer : reads) {
      assertThatCode(answer::join).doesNotThrowAnyException();
    }
    assertThat(Jmx.metric(server.node(), "name=Faults", "Count")).isEqualTo(0L);
  }

  /** A request thread that waits, too, would keep the node from closing its connections. */
  private static boolean waitWithoutThreads(MBeanServerConnection node, int count)
      throws Exception {
    return value(node, WAITING_READS) == count && value(node, BUSY_THREADS) == 0;
  }

  private static int value(MBeanServerConnection node, String metric) throws Exception {
    return ((Number) node.getAttribute(new ObjectName(metric), "Value")).intValue();
  }
}
