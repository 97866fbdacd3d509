package io.goodput.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.cli.console.NodeState.Pacing;
import io.goodput.cli.watch.NodeSample;
import io.goodput.cli.watch.NodeSample.State;
import io.goodput.cli.watch.Snapshot.NodeLine;
import io.goodput.cli.watch.Snapshot.Operations;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class NodeStateTest {

  @Test
  void pacing_ofANodeThatPacesWrites_hasTheRateOfRefusals() {
    assertThat(pacing("true")).isEqualTo(new Pacing(0.42, true, 50));
  }

  @Test
  void pacing_ofANodeThatDoesNotPaceWrites_isNull() {
    assertThat(pacing("false")).isNull();
  }

  private static @Nullable Pacing pacing(String paceWrites) {
    Operations none = new Operations(0, 0, 0, 0);
    NodeLine line = new NodeLine("a", "up", none, none, null, null);
    return NodeState.of(line, 2, sample(paceWrites, 10), sample(paceWrites, 110)).pacing();
  }

  private static NodeSample sample(String paceWrites, long refused) {
    return new NodeSample(
        "a",
        State.PROTECTED,
        Map.of(),
        Map.of(),
        List.of(),
        List.of(),
        null,
        null,
        Map.of(
            "memtables",
            List.of(
                Map.of(
                    "pace_writes",
                    paceWrites,
                    "used_ratio",
                    0.42,
                    "pacing",
                    true,
                    "refused",
                    refused))));
  }
}
