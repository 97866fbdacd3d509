package io.goodput.lab.bench.coldcache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class RollingRestartTest {

  private final RollingRestart restart = RollingRestarts.withSlow(12, 4);

  @Test
  void slowSeconds_someTakeTwentyTimesAsLong_areThose() {
    assertThat(restart.slowSeconds()).isEqualTo(12);
  }

  @Test
  void lostReads_somewereNotSent_areThose() {
    assertThat(restart.lostReads()).isEqualTo(4);
  }

  @Test
  void worst_slowSeconds_isTheirMeanRelativeToBefore() {
    assertThat(restart.worst()).isCloseTo(20, within(0.2));
  }

  @Test
  void restartSeconds_threeNodes_areFromTheFirstStopToTheLastStart() {
    assertThat(restart.restartSeconds()).isEqualTo(30);
  }

  @Test
  void secondsToWarm_lastNodeColdForFiveSeconds_includeThese() {
    assertThat(restart.secondsToWarm()).isEqualTo(30 + 5);
  }

  @Test
  void secondsToWarm_lastNodeStaysCold_isNaN() {
    assertThat(RollingRestarts.withLastNodeCold(10).secondsToWarm()).isNaN();
  }

  @Test
  void secondsToWarm_lastNodeServesNothing_isNaN() {
    assertThat(RollingRestarts.withLastNodeCold(0).secondsToWarm()).isNaN();
  }

  @Test
  void lastShare_lastNodeServesATenthOfItsPeers_isRelativeToAFairShare() {
    assertThat(RollingRestarts.withLastNodeCold(10).lastShare())
        .isCloseTo(3 * 10 / 210.0, within(1e-9));
  }

  @Test
  void missesOverSteady_coldSeconds_areMissesPerReadRelativeToBefore() {
    double reads = 120 * 100;
    double misses = 20 * 120 + 3 * 5 * 80;

    assertThat(restart.missesOverSteady()).isCloseTo(misses / reads / 0.2, within(1e-9));
  }
}
