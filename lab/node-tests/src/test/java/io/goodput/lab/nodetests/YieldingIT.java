package io.goodput.lab.nodetests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@DisplayName("A node that compacts, while more clients read than its processor serves")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class YieldingIT {

  private static final Duration TIMEOUT = Duration.ofSeconds(60);
  private static final int SET = 32;
  private static final int ROWS = 60_000;
  private static final int CLIENTS = 64;

  @AutoClose
  private final DedicatedNode server =
      DedicatedNode.start(
          Nodes.secured(Nodes.withPlugin())
              .withGoodputYaml("yield_to_requests: on\n")
              .withJvmArgument("-XX:ActiveProcessorCount=1")
              .withSetting("compaction_throughput", SET + "MiB/s"));

  private OwnWork compactions;
  private ClosedLoop clients;

  @BeforeAll
  void table() throws Exception {
    SteadyLoad load = new SteadyLoad(server.cql());
    server.cql().changeSchema("CREATE TABLE big (k int PRIMARY KEY, v blob)");
    load.fill("big", ROWS);
  }

  @BeforeEach
  void overload() {
    compactions = OwnWork.repeated(() -> OwnWork.compact(server.node(), "big"));
    clients =
        new ClosedLoop(
            server.cql().session(), SimpleStatement.newInstance("SELECT v FROM t WHERE k = 1"));
    clients.start(CLIENTS);
  }

  @AfterEach
  void calm() throws Exception {
    clients.stop();
    setRate(SET);
    compactions.stop();
  }

  @Test
  @DisplayName("lowers the rate of compaction, and restores it when the clients have gone")
  void rate_whileRequestsWait_isLow() throws Exception {
    awaitLowRate();
    long ended = events("yielding_ended");

    assertThat(yielding().getBoolean("yields")).isTrue();
    assertThat(yielding().getDouble("set_mib_per_second")).isEqualTo(SET);

    clients.end();

    await().atMost(TIMEOUT).until(() -> rate() == SET && !yielding().getBoolean("yields"));
    await().atMost(TIMEOUT).until(() -> events("yielding_ended") > ended);
    assertThat(events("yielding_began")).isPositive();
  }

  @Test
  @DisplayName("restores the rate that an operator has set in the meantime")
  void rate_thatAnOperatorChanges_isRestored() throws Exception {
    awaitLowRate();
    setRate(2 * SET);

    await().atMost(TIMEOUT).until(() -> yielding().getDouble("set_mib_per_second") == 2 * SET);
    awaitLowRate();
    clients.end();

    await().atMost(TIMEOUT).until(() -> rate() == 2 * SET);
  }

  @Test
  @DisplayName("restores the rate when yielding is switched off")
  void rate_whenYieldingIsSwitchedOff_isRestored() throws Exception {
    awaitLowRate();
    server.cql().set("yield_to_requests", "off");
    try {
      await().atMost(TIMEOUT).until(() -> rate() == SET);
    } finally {
      server.cql().set("yield_to_requests", "on");
    }
  }

  private void awaitLowRate() {
    await().atMost(TIMEOUT).until(() -> rate() <= SET / 4);
  }

  private int rate() throws Exception {
    return (int) Jmx.attribute(server.node(), Jmx.STORAGE_SERVICE, "CompactionThroughputMbPerSec");
  }

  private void setRate(int mebibytes) throws Exception {
    Jmx.set(server.node(), Jmx.STORAGE_SERVICE, "CompactionThroughputMbPerSec", mebibytes);
  }

  private Row yielding() {
    return server.cql().run("SELECT * FROM goodput.yielding WHERE work = 'compaction'").one();
  }

  private long events(String kind) {
    return server.cql().run("SELECT kind FROM goodput.events").all().stream()
        .filter(row -> kind.equals(row.getString(0)))
        .count();
  }
}
