package io.goodput.lab.nodetests;

import static net.bytebuddy.matcher.ElementMatchers.nameStartsWith;
import static net.bytebuddy.matcher.ElementMatchers.named;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("A node on which every limit decision throws an exception")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FailOpenIT {

  private DedicatedNode server;
  private Flood flood;

  @BeforeAll
  void flood(@TempDir Path classes) throws IOException {
    FailingClass counters =
        new FailingClass(
            "io.goodput.core.limit.PartitionCounters",
            nameStartsWith("admit").or(named("account")));
    server = DedicatedNode.start(FailingClass.on(classes, counters));
    server.cql().run("CREATE TABLE t (k int PRIMARY KEY) WITH " + RateLimit.of(0, 0));
    SimpleStatement select = SimpleStatement.newInstance("SELECT * FROM t WHERE k = 1");
    flood = Flood.run(server.cql(), select, Duration.ofSeconds(3));
  }

  @AfterAll
  void stop() {
    server.close();
  }

  @Test
  void reads_limitOfZero_areServed() {
    assertThat(flood.rejected()).isZero();
    assertThat(flood.accepted()).isPositive();
  }

  @Test
  void batch_limitOfZero_isApplied() {
    server.cql().run("BEGIN BATCH INSERT INTO t (k) VALUES (2); APPLY BATCH");

    assertThat(server.cql().run("SELECT * FROM t WHERE k = 2").all()).hasSize(1);
  }

  @Test
  void faults_allRequests_areCounted() throws Exception {
    assertThat((Long) Jmx.metric(server.node(), "name=Faults", "Count"))
        .isGreaterThanOrEqualTo(flood.accepted());
  }

  @Test
  void faults_flood_areAnEvent() {
    await()
        .untilAsserted(
            () ->
                assertThat(server.cql().events("fault"))
                    .containsExactly(
                        "Goodput failed while deciding on a request: search the log for the"
                            + " cause"));
  }

  @Test
  void faults_flood_areLoggedOncePerSecond() throws IOException {
    assertThat(server.logged("Goodput failed while deciding on a request"))
        .hasSizeBetween(1, (int) flood.seconds() + 2);
  }
}
