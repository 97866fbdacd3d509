package io.goodput.lab.nodetests;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import io.goodput.lab.nodes.Node;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import javax.management.remote.JMXConnector;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@Tag("slow")
@DisplayName("Reports on as many busy partitions as nodes share")
@ExtendWith(ThreeNodes.Shared.class)
class GossipStageThreeNodesIT {

  private static final int PARTITIONS = 1_024;
  private static final int ROUNDS = 20;

  private final ThreeNodes nodes;

  GossipStageThreeNodesIT(ThreeNodes nodes) {
    this.nodes = nodes;
  }

  @Test
  @DisplayName("leave the stage idle on which gossip and they arrive")
  void gossipStage_whileReportsArrive_isIdle() throws Exception {
    Cql cql = nodes.rf3(1);
    cql.run("CREATE TABLE rf3.lukewarm (k int PRIMARY KEY) WITH " + RateLimit.reads(5));
    cql.awaitSchemaAgreement();
    PreparedStatement read = cql.prepare("SELECT k FROM rf3.lukewarm WHERE k = ?");
    round(cql, read);
    long begin = System.nanoTime();
    long before = gossipNanos(nodes.node(2));

    for (int round = 0; round < ROUNDS; round++) {
      round(cql, read);
    }

    double share = (double) (gossipNanos(nodes.node(2)) - before) / (System.nanoTime() - begin);
    assertThat(share).as("share of a core that the gossip stage used").isLessThan(0.05);
  }

  private static void round(Cql cql, PreparedStatement read) {
    List<CompletionStage<?>> answers = new ArrayList<>();
    for (int k = 0; k < PARTITIONS; k++) {
      answers.add(cql.session().executeAsync(read.bind(k)).exceptionally(rejected -> null));
    }
    answers.forEach(answer -> answer.toCompletableFuture().join());
  }

  /** Processor time of the threads of the gossip stage. */
  private static long gossipNanos(Node node) throws Exception {
    try (JMXConnector connector = node.connectJmx()) {
      ThreadMXBean threads =
          ManagementFactory.newPlatformMXBeanProxy(
              connector.getMBeanServerConnection(),
              ManagementFactory.THREAD_MXBEAN_NAME,
              ThreadMXBean.class);
      long nanos = 0;
      for (ThreadInfo thread : threads.getThreadInfo(threads.getAllThreadIds())) {
        if (thread != null && thread.getThreadName().startsWith("GossipStage")) {
          nanos += threads.getThreadCpuTime(thread.getThreadId());
        }
      }
      assertThat(nanos).isPositive();
      return nanos;
    }
  }
}
