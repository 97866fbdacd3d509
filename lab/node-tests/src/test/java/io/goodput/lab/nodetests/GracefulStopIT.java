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
    await()
        .atMost(Duration.ofSeconds(30))
        .until(
            () -> {
              reads.addAll(send(read));
              return waitingReads() > 0;
            });
    Jmx.invoke(server.node(), Jmx.STORAGE_SERVICE, "stopNativeTransport");

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

  private int waitingReads() throws Exception {
    return (int) Jmx.metric(server.node(), "name=ReadsWaitingWithoutThread", "Value");
  }
}
