package io.goodput.lab.nodetests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

@DisplayName("A node with a table whose reads are all hedged")
@ExtendWith(ThreeNodes.Shared.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HedgedReadsThreeNodesIT {

  private static final Duration TIMEOUT = Duration.ofSeconds(60);
  private static final String SETTING = "yield_to_requests";
  private static final int READS = 500;

  /** The answer of another node is never there at once. */
  private static final SimpleStatement READ =
      SimpleStatement.newInstance("SELECT * FROM rf3.hedged WHERE k = 1")
          .setConsistencyLevel(DefaultConsistencyLevel.QUORUM);

  private final ThreeNodes nodes;
  private final Cql first;

  HedgedReadsThreeNodesIT(ThreeNodes nodes) {
    this.nodes = nodes;
    this.first = nodes.rf3(1);
  }

  @BeforeAll
  void table() {
    first.run("CREATE TABLE rf3.hedged (k int PRIMARY KEY) WITH speculative_retry = '0ms'");
    first.awaitSchemaAgreement();
    // Cassandra computes the threshold every few seconds.
    await().atMost(TIMEOUT).until(() -> hedgesOfReads() > READS / 2);
  }

  @AfterEach
  void reset() {
    first.set(SETTING, "off");
  }

  @Test
  @DisplayName("keeps them within a tenth of the reads, and hedges all again when told so")
  void hedges_aboveTheBudget_areNotSent() throws Exception {
    first.set(SETTING, "on");

    await().atMost(TIMEOUT).until(() -> hedgesOfReads() == 0);
    assertThat(
            first
                .run("SELECT seconds FROM goodput.yielding WHERE work = 'hedging'")
                .one()
                .getLong("seconds"))
        .isPositive();

    first.set(SETTING, "off");

    await().atMost(TIMEOUT).until(() -> hedgesOfReads() > READS / 2);
  }

  @Test
  @DisplayName("hedges as before while it only observes")
  void hedges_inObserveMode_areSent() throws Exception {
    first.set(SETTING, "observe");

    for (int second = 0; second < 3; second++) {
      assertThat(hedgesOfReads()).isGreaterThan(READS / 2);
    }
  }

  private long hedgesOfReads() throws Exception {
    long before = hedges();
    for (int read = 0; read < READS; read++) {
      first.run(READ);
    }
    return hedges() - before;
  }

  private long hedges() throws Exception {
    return (long)
        Jmx.attribute(
            nodes.node(1),
            "org.apache.cassandra.metrics:type=Table,keyspace=rf3,scope=hedged,name=SpeculativeRetries",
            "Count");
  }
}
