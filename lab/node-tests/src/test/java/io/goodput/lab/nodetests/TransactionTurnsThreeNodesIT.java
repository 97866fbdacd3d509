package io.goodput.lab.nodetests;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

@DisplayName("Lightweight transactions on one partition through all nodes")
@ExtendWith(ThreeNodes.Shared.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TransactionTurnsThreeNodesIT {

  private static final String CONTENTIONS =
      "org.apache.cassandra.metrics:type=ClientRequest,scope=CASWrite,name=ContentionHistogram";
  private static final int EACH = 20;

  /** The first ones may have unknown results: a node does not know yet that others have some. */
  private static final int MEETINGS = 7;

  private final ThreeNodes nodes;

  TransactionTurnsThreeNodesIT(ThreeNodes nodes) {
    this.nodes = nodes;
  }

  @BeforeAll
  void table() {
    nodes.rf3(1).run("CREATE TABLE rf3.turns (k int, c int, v int, PRIMARY KEY (k, c))");
    nodes.rf3(1).awaitSchemaAgreement();
  }

  @Test
  @DisplayName("of many clients hardly preempt one another once the nodes have met")
  void transactionsOfManyClients_hardlyPreemptOneAnother() throws Exception {
    long before = contentions();

    int applied = applied(1, 8);

    assertThat(applied).isGreaterThan(3 * 8 * EACH - MEETINGS);
    assertThat(contentions() - before).isLessThan(applied / 10);
  }

  @Test
  @DisplayName("of one client of each node hardly preempt one another once the nodes have met")
  void transactionsOfOneClientOfEachNode_hardlyPreemptOneAnother() throws Exception {
    long before = contentions();

    int applied = applied(2, 1);

    assertThat(applied).isGreaterThan(3 * EACH - MEETINGS);
    assertThat(contentions() - before).isLessThan(applied / 4);
  }

  /** Has clients of each node send one transaction after the other. */
  private int applied(int key, int clients) {
    List<CompletableFuture<Integer>> all = new ArrayList<>();
    for (int node = 1; node <= 3; node++) {
      for (int client = 0; client < clients; client++) {
        Cql cql = nodes.rf3(node);
        PreparedStatement insert =
            cql.session().prepare("INSERT INTO rf3.turns (k, c, v) VALUES (?, ?, ?) IF NOT EXISTS");
        int first = (node * clients + client) * EACH;
        all.add(insert(cql, insert, key, first, first + EACH).toCompletableFuture());
      }
    }
    return all.stream().mapToInt(CompletableFuture::join).sum();
  }

  private static CompletionStage<Integer> insert(
      Cql cql, PreparedStatement insert, int key, int from, int to) {
    if (from == to) {
      return CompletableFuture.completedFuture(0);
    }
    return cql.session()
        .executeAsync(insert.bind(key, from, from))
        .handle((rows, failure) -> failure == null && rows.wasApplied() ? 1 : 0)
        .thenCompose(
            one -> insert(cql, insert, key, from + 1, to).thenApply(others -> others + one));
  }

  private long contentions() throws Exception {
    long all = 0;
    for (int node = 1; node <= 3; node++) {
      all += (long) Jmx.attribute(nodes.node(node), CONTENTIONS, "Count");
    }
    return all;
  }
}
