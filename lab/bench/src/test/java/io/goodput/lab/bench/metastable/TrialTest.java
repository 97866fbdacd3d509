package io.goodput.lab.bench.metastable;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.lab.bench.arms.Arm;
import io.goodput.lab.bench.load.Outcome;
import io.goodput.lab.bench.load.Recording;
import io.goodput.lab.bench.load.Recordings;
import io.goodput.lab.bench.load.Retries;
import io.goodput.lab.bench.metastable.Metastable.Case;
import io.goodput.lab.bench.metastable.Metastable.RunLengths;
import io.goodput.lab.bench.metastable.MetastableResult.Trial;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Before the pause, which ends at second 5, clients get 100 answers per second. */
@DisplayName("A cluster after a pause")
class TrialTest {

  private static final RunLengths LENGTHS = new RunLengths(true, 1, 0, 1, 3, 1, 2, 10);
  private static final int END = 5;
  private static final int SECONDS = END + LENGTHS.after();

  @Test
  @DisplayName("recovers at the first second that begins three good ones")
  void secondsTo95_goodAgain_isTheFirstSecond() {
    assertThat(after(40, 60, 95, 99, 100, 100, 100, 100, 100, 100).secondsTo95()).isEqualTo(2);
  }

  @Test
  @DisplayName("recovers at once if it does not suffer")
  void secondsTo95_noLoss_isZero() {
    assertThat(after(100, 100, 100, 100, 100, 100, 100, 100, 100, 100).secondsTo95()).isZero();
  }

  @Test
  @DisplayName("has not recovered while a relapse follows")
  void secondsTo95_relapse_countsFromItsEnd() {
    assertThat(after(0, 100, 100, 20, 100, 100, 100, 100, 100, 100).secondsTo95()).isEqualTo(4);
  }

  @Test
  @DisplayName("has not recovered if it breaks down later")
  void recovered_breakdownAfterThreeGoodSeconds_isFalse() {
    assertThat(after(100, 100, 100, 100, 0, 0, 0, 0, 0, 0).recovered()).isFalse();
  }

  @Test
  @DisplayName("recovers after its last breakdown")
  void secondsTo95_breakdownThatEnds_countsFromItsEnd() {
    assertThat(after(100, 100, 100, 0, 0, 0, 100, 100, 100, 100).secondsTo95()).isEqualTo(6);
  }

  @Test
  @DisplayName("stays recovered in a single bad second")
  void secondsTo95_oneBadSecondLater_doesNotCount() {
    assertThat(after(100, 100, 100, 100, 20, 100, 100, 100, 100, 100).secondsTo95()).isZero();
  }

  @Test
  @DisplayName("has not recovered in two seconds at the end")
  void recovered_twoGoodSecondsAtTheEnd_isFalse() {
    Trial trial = after(0, 0, 0, 0, 0, 0, 0, 0, 100, 100);

    assertThat(trial.recovered()).isFalse();
    assertThat(trial.secondsTo95()).isNaN();
  }

  @Test
  @DisplayName("recovers in the last three seconds")
  void secondsTo95_threeGoodSecondsAtTheEnd_isTheirFirst() {
    assertThat(after(0, 0, 0, 0, 0, 0, 0, 100, 100, 100).secondsTo95()).isEqualTo(7);
  }

  @Test
  @DisplayName("is compared with the goodput before, without the first seconds")
  void before_firstSecondIsSlow_doesNotCount() {
    assertThat(after(0, 0, 0, 0, 0, 0, 0, 0, 0, 0).before()).isEqualTo(100);
  }

  @Test
  @DisplayName("gets several attempts for each request")
  void attempts_retries_countForEachRequest() {
    assertThat(after(0, 0, 0, 0, 0, 0, 0, 0, 0, 0).attempts()).isEqualTo(2);
  }

  @Test
  void recovery_ofAClusterThatHadFailedBefore_isNone() {
    Recording requests = Recordings.each(SECONDS, 0, SECONDS, Outcome.FAILED, 100);

    assertThat(trial(requests).recovered()).isFalse();
  }

  private static Trial after(int... goodPerSecond) {
    Recording requests = Recordings.each(SECONDS, 0, 1, Outcome.GOOD, 10);
    Recordings.add(requests, 1, 3, Outcome.GOOD, 100);
    for (int second = 0; second < goodPerSecond.length; second++) {
      int at = END + second;
      Recordings.add(requests, at, at + 1, Outcome.GOOD, goodPerSecond[second]);
      Recordings.add(requests, at, at + 1, Outcome.FAILED, 100 - goodPerSecond[second]);
    }
    return trial(requests);
  }

  private static Trial trial(Recording requests) {
    Case what = new Case(Trigger.PAUSE, Retries.THREE);
    return new Trial(Arm.STOCK, what, 1, 100, 3000, LENGTHS, END, requests);
  }
}
