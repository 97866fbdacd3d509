package io.goodput.lab.nodetests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.goodput.lab.nodes.NodeOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@DisplayName(
    "At 30% of its capacity, while it compacts and collects garbage, a node sees no overload")
@Tag("slow")
class OddProcessorsIT {

  private static final Duration WORKING = Duration.ofSeconds(30);

  /** Where Linux tells, and takes, the processor time of a group of processes. */
  private static final Path GROUPS = Path.of("/sys/fs/cgroup/cpu");

  private static final Path GROUP = GROUPS.resolve("goodput-test-" + ProcessHandle.current().pid());

  @Test
  @DisplayName("on one processor")
  void onOneProcessor() throws Exception {
    try (DedicatedNode node = DedicatedNode.start(options(1))) {
      new ProcessBuilder(
              "taskset", "-a", "-p", "1", String.valueOf(node.node().pid().orElseThrow()))
          .redirectErrorStream(true)
          .start()
          .waitFor();

      assertNoneRefused(node);
    }
  }

  @Test
  @DisplayName("with threads for 128 processors")
  void withThreadsFor128Processors() throws Exception {
    try (DedicatedNode node = DedicatedNode.start(options(128))) {
      assertNoneRefused(node);
    }
  }

  @Test
  @DisplayName("in a container with a quota of one processor")
  void inAContainerWithAQuota() throws Exception {
    assumeTrue(Files.isWritable(GROUPS), "There are no control groups that this user may change.");
    Files.createDirectory(GROUP);
    try {
      Files.writeString(GROUP.resolve("cpu.cfs_quota_us"), "100000");
      try (DedicatedNode node = startedInGroup()) {
        assertNoneRefused(node);
      }
    } finally {
      Files.delete(GROUP);
    }
  }

  /** A process belongs to the group of the one that starts it. */
  private static DedicatedNode startedInGroup() throws IOException {
    String self = String.valueOf(ProcessHandle.current().pid());
    Files.writeString(GROUP.resolve("cgroup.procs"), self);
    try {
      return DedicatedNode.start(options(1));
    } finally {
      Files.writeString(GROUPS.resolve("cgroup.procs"), self);
    }
  }

  private static NodeOptions options(int processors) {
    return Nodes.withPlugin()
        .withGoodputYaml("fair_shares: on\n")
        .withJvmArgument("-XX:ActiveProcessorCount=" + processors)
        .withSetting("compaction_throughput", "0MiB/s");
  }

  private static void assertNoneRefused(DedicatedNode server) throws Exception {
    Stress stress = new Stress(server.node(), server.cql());
    SteadyLoad load = new SteadyLoad(server.cql());
    double rate = 0.3 * load.capacity();
    OwnWork compactions = OwnWork.compactions(server.node(), server.cql(), load);
    OwnWork pauses = OwnWork.pauses(server.node());

    long failed = load.run((long) (rate * WORKING.toSeconds()), rate);

    compactions.stop();
    pauses.stop();
    assertThat(failed).isZero();
    assertThat(stress.seen().refused()).isZero();
  }
}
