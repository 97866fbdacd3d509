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
import java.util.stream.Stream;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@DisplayName("A node whose native transport is stopped")
@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class GracefulStopIT {

  private static final int CLIENTS = 50;

  private static final String WAITING_READS =
      "org.apache.cassandra.metrics:type=Goodput,name=ReadsWaitingWithoutThread";

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
    // They use up the limit.
    for (int i = 0; i < CLIENTS; i++) {
      boolean unused = Flood.isAccepted(cql, read.bind());
    }

    List<CompletableFuture<AsyncResultSet>> reads = new ArrayList<>();
    try (JMXConnector connector = server.node().connectJmx()) {
      MBeanServerConnection node = connector.getMBeanServerConnection();
      await()
          .atMost(Duration.ofSeconds(30))
          .until(
              () -> {
                // A group that has just been served leaves a second until the next one.
                send(read).forEach(CompletableFuture::join);
                reads.addAll(send(read));
                return waitingReads(node) > 0;
              });
      node.invoke(new ObjectName(Jmx.STORAGE_SERVICE), "stopNativeTransport", null, null);
    }

    for (CompletableFuture<AsyncResultSet> answer : reads) {
      assertThatCode(answer::join).doesNotThrowAnyException();
    }
    assertThat(Jmx.metric(server.node(), "name=Faults", "Count")).isEqualTo(0L);
  }

  private List<CompletableFuture<AsyncResultSet>> send(PreparedStatement read) {
    return Stream.generate(() -> cql.session().executeAsync(read.bind()).toCompletableFuture())
        .limit(CLIENTS)
        .toList();
  }

  private static int waitingReads(MBeanServerConnection node) throws Exception {
    return (int) node.getAttribute(new ObjectName(WAITING_READS), "Value");
  }
}
