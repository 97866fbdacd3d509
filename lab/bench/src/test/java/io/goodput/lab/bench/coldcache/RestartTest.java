package io.goodput.lab.bench.coldcache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RestartTest {

  private final Restart restart = Restarts.withMisses(75);

  @Test
  void up_nodeRestarted_isTheFirstSecondWithReads() {
    assertThat(restart.up()).isEqualTo(15);
  }

  @Test
  void steadyHitRate_nodeRestarted_comesFromBefore() {
    assertThat(restart.steadyHitRate()).isEqualTo(0.8);
  }

  @Test
  void missesRatio_coldNode_comparesToTheMeanOfPeers() {
    assertThat(restart.missesRatio()).isEqualTo(3.0);
  }

  @Test
  void peersMisses_coldNode_compareToBefore() {
    assertThat(restart.peersMisses()).isEqualTo(1.25);
  }

  @Test
  void secondsToWarm_coldNode_countFromUp() {
    assertThat(restart.secondsToWarm()).isEqualTo(10);
  }

  @Test
  void secondsFromStopToWarm_coldNode_includeTheDowntime() {
    assertThat(restart.secondsFromStopToWarm()).isEqualTo(5 + 10);
  }

  @Test
  void secondsToWarm_nodeStaysCold_isNaN() {
    List<NodeHistory> cold =
        restart.nodes().stream()
            .map(
                node ->
                    new NodeHistory(
                        Stream.concat(
                                node.seconds().stream().limit(20),
                                Stream.generate(() -> new NodeCounts(0, 75, 75, 0, 75)).limit(15))
                            .toList()))
            .toList();

    assertThat(new Restart(Restarts.LENGTHS, restart.latency(), cold).secondsToWarm()).isNaN();
  }

  @Test
  void share_coldNodeWithFewReads_isRelativeToAFairShareInTheWindow() {
    assertThat(Restarts.withMisses(21).share()).isCloseTo(3 * 21 / 231.0, within(1e-9));
  }

  @Test
  void secondsToFairShare_coldNodeWithFewReads_countFromUpToTheFirstFairSeconds() {
    assertThat(Restarts.withMisses(21).secondsToFairShare()).isEqualTo(10);
  }

  @Test
  void secondsToFairShare_fairShareAtOnce_isZero() {
    assertThat(Restarts.withMisses(105).secondsToFairShare()).isZero();
  }

  @Test
  void finalShare_equalNodes_isOne() {
    assertThat(restart.finalShare()).isCloseTo(1, within(1e-9));
  }
}
