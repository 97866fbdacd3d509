package io.goodput.lab.nodetests;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** {@code -Dgoodput.requests=10000000} sends ten million requests instead of half a million. */
@DisplayName("A node with fair shares that is busy with its own work")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("slow")
class NoStressIT {

  private static final long REQUESTS = Long.getLong("goodput.requests", 500_000);
  private static final Duration COMPACTING = Duration.ofSeconds(20);

  @AutoClose
  private final DedicatedNode server =
      DedicatedNode.start(
          Nodes.secured(Nodes.withPlugin())
              .withGoodputYaml("fair_shares: on\n")
              .withSetting("concurrent_compactors", OwnWork.COMPACTIONS)
              .withSetting("compaction_throughput", "0MiB/s"));

  private Stress stress;
  private SteadyLoad load;

  @BeforeAll
  void load() {
    stress = new Stress(server.node(), server.cql());
    load = new SteadyLoad(server.cql());
  }

  @Test
  @DisplayName("refuses nothing at 70% of its capacity, if it collects garbage every five seconds")
  void requests_at70PercentOfTheCapacity_areNeverRefused() throws Exception {
    load.heat(0);
    double rate = 0.7 * load.capacity();
    Stress.Seen before = stress.seen();
    OwnWork pauses = OwnWork.pauses(server.node());

    long failed = load.run(REQUESTS, rate);

    pauses.stop();
    assertThat(failed).isZero();
    assertThat(stress.seen().refused()).isEqualTo(before.refused());
  }

  @Test
  @DisplayName("sees no overload at 30% of its capacity, if it compacts")
  void requests_duringCompactions_areNeverRefused() throws Exception {
    load.heat(0);
    double rate = 0.3 * load.capacity();
    load.heat(0.6);
    OwnWork compactions = OwnWork.compactions(server.node(), server.cql(), load);
    Stress.Seen before = stress.seen();

    long failed = load.run((long) (rate * COMPACTING.toSeconds()), rate);

    compactions.stop();
    assertThat(failed).isZero();
    assertThat(stress.seen()).isEqualTo(before);
  }
}
