package io.goodput.lab.nodetests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.goodput.lab.nodes.Cluster;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@DisplayName("Two nodes with fair shares, at 30% of their capacity")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("slow")
class OwnWorkClusterIT {

  private static final Duration WORKING = Duration.ofSeconds(30);
  private static final int ROWS = 150_000;

  @AutoClose("kill")
  private final Cluster cluster =
      Cluster.start(
          Nodes.on(Nodes.THREE_NODES_PORT)
              .withNodes(2)
              .withOptions(
                  Nodes.withPlugin()
                      .withGoodputYaml("fair_shares: on\n")
                      .withJvmArgument("-Dcassandra.reset_bootstrap_progress=true")
                      .withSetting("compaction_throughput", "0MiB/s")
                      .withSetting("stream_throughput_outbound", "0MiB/s")));

  @AutoClose private final Cql first = Cql.connect(cluster.node(1), "ks");
  @AutoClose private final Cql second = Cql.connect(cluster.node(2), "ks");

  private SteadyLoad load;
  private double rate;

  @BeforeAll
  void data() throws Exception {
    first.changeSchema(
        "ALTER KEYSPACE ks WITH replication ="
            + " {'class': 'NetworkTopologyStrategy', 'datacenter1': 2}");
    load = new SteadyLoad(first);
    first.changeSchema("CREATE TABLE big (k int PRIMARY KEY, v blob)");
    load.fill("big", ROWS);
    rate = 0.3 * load.capacity();
  }

  @Test
  @DisplayName("refuse nothing while they repair")
  void requests_duringRepairs_areNeverRefused() throws Exception {
    assertNoneRefusedDuring(this::repair);
  }

  @Test
  @DisplayName("refuse nothing while one streams from the other")
  void requests_duringStreaming_areNeverRefused() throws Exception {
    assertNoneRefusedDuring(
        () ->
            Jmx.invoke(
                cluster.node(2),
                Jmx.STORAGE_SERVICE,
                "rebuild",
                new Object[] {null},
                new String[] {String.class.getName()}));
  }

  private void assertNoneRefusedDuring(OwnWork.Task task) throws Exception {
    Stress ofFirst = new Stress(cluster.node(1), first);
    Stress ofSecond = new Stress(cluster.node(2), second);
    OwnWork work = OwnWork.repeated(task);

    long failed = load.run((long) (rate * WORKING.toSeconds()), rate);

    work.stop();
    assertThat(failed).isZero();
    // They share this machine's processors, so that each may take the other's work for stress.
    assertThat(ofFirst.seen().refused()).isZero();
    assertThat(ofSecond.seen().refused()).isZero();
  }

  /** A full repair of all ranges, until it has ended. */
  private void repair() throws Exception {
    String number =
        Jmx.invoke(
            cluster.node(1),
            Jmx.STORAGE_SERVICE,
            "repairAsync",
            new Object[] {"ks", Map.of("incremental", "false", "columnFamilies", "big")},
            new String[] {String.class.getName(), Map.class.getName()});
    await().atMost(Duration.ofMinutes(2)).until(() -> isOver(number));
  }

  private boolean isOver(String repair) throws IOException {
    return Files.readString(cluster.node(1).log())
        .contains("Repair command #%s finished".formatted(repair));
  }
}
