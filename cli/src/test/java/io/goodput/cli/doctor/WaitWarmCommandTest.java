package io.goodput.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.cli.doctor.NodeReport.Plugin;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class WaitWarmCommandTest {

  private static NodeReport node(
      String address, @Nullable Double warmed, Map<String, Integer> hintsFor) {
    Plugin plugin = new Plugin("1.0", 0, 0, 0, "", Map.of(), List.of(), Map.of(), 0, warmed);
    return new NodeReport(address, address, NodeReport.State.UP, plugin, 0, 0, Map.of(), hintsFor);
  }

  @Test
  void missing_warmNodeWithoutHints_isNothing() {
    assertThat(
            WaitWarmCommand.missing(
                List.of(node("a", 1.0, Map.of()), node("b", null, Map.of("c", 1))), "a", false))
        .isEmpty();
  }

  @Test
  void missing_coldCache_isSaid() {
    assertThat(WaitWarmCommand.missing(List.of(node("a", 0.42, Map.of())), "a", false))
        .containsExactly("the cache of a is 42% warm");
  }

  @Test
  void missing_hintsOfAnotherNode_areSaid() {
    assertThat(
            WaitWarmCommand.missing(
                List.of(node("a", null, Map.of()), node("b", null, Map.of("a", 2))), "a", false))
        .containsExactly("b has 2 files of hints for a");
  }

  /** Nodes keep hints by the address that other nodes use, which may be another one. */
  @Test
  void missing_hintsForTheBroadcastAddress_areSaid() {
    NodeReport own =
        new NodeReport("a", "internal", NodeReport.State.UP, null, 0, 0, Map.of(), Map.of());

    assertThat(
            WaitWarmCommand.missing(
                List.of(own, node("b", null, Map.of("internal", 2))), "a", true))
        .containsExactly("b has 2 files of hints for a");
  }

  @Test
  void missing_plugin_isSaidUnlessItHasBeenTakenOut() {
    List<NodeReport> nodes =
        List.of(
            new NodeReport("a", "a", NodeReport.State.UP, null, 0, 0, Map.of(), Map.of()),
            node("b", null, Map.of()));

    assertThat(WaitWarmCommand.missing(nodes, "a", false))
        .containsExactly("a runs without Goodput; is that intended? Then use --without-plugin");
    assertThat(WaitWarmCommand.missing(nodes, "a", true)).isEmpty();
  }

  @Test
  void missing_anotherNodeDown_isSaid() {
    assertThat(
            WaitWarmCommand.missing(
                List.of(node("a", null, Map.of()), NodeReport.silent("b", NodeReport.State.DOWN)),
                "a",
                false))
        .containsExactly("b is down");
  }

  @Test
  void missing_nodeNotInTheCluster_isSaid() {
    assertThat(WaitWarmCommand.missing(List.of(node("b", null, Map.of())), "a", false))
        .containsExactly("a is not among the nodes: b");
  }
}
