package io.goodput.lab.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class RecordingTest {

  private static final long MILLISECOND = TimeUnit.MILLISECONDS.toNanos(1);

  private final Recording recording = new Recording(3);

  @Test
  void over_someSeconds_excludesOthers() {
    recording.count(Outcome.GOOD, 0, MILLISECOND);
    recording.count(Outcome.GOOD, 1, MILLISECOND);
    recording.count(Outcome.GOOD, 2, MILLISECOND);

    assertThat(recording.over(1, 3).count(Outcome.GOOD)).isEqualTo(2);
  }

  @Test
  void over_lateAnswers_areServedButNotGoodput() {
    recording.count(Outcome.LATE, 0, MILLISECOND);

    assertThat(recording.over(0, 1).perSecond(Outcome.GOOD)).isZero();
    assertThat(recording.over(0, 1).servedPerSecond()).isEqualTo(1);
  }

  @Test
  void over_droppedRequests_countAsOffered() {
    recording.count(Outcome.DROPPED, 0, 0);

    assertThat(recording.over(0, 1).offeredPerSecond()).isEqualTo(1);
  }

  @Test
  void over_latency_isThatOfSuccesses() {
    recording.count(Outcome.GOOD, 0, 10 * MILLISECOND);
    recording.count(Outcome.REFUSED, 0, MILLISECOND);

    assertThat(recording.over(0, 1).p50Millis()).isBetween(9.9, 10.1);
  }

  @Test
  void over_noSuccess_latencyIsNaN() {
    assertThat(recording.over(0, 1).p99Millis()).isNaN();
  }

  @Test
  void count_afterTheLastSecond_isIgnored() {
    recording.count(Outcome.GOOD, 3, MILLISECOND);

    assertThat(recording.over(0, 3).offeredPerSecond()).isZero();
  }

  @Test
  void first_someSeconds_leavesOutTheOthers() {
    recording.count(Outcome.GOOD, 0, MILLISECOND);
    recording.count(Outcome.GOOD, 1, 3 * MILLISECOND);
    recording.count(Outcome.LATE, 2, 9 * MILLISECOND);

    Recording first = recording.first(2);

    assertThat(first.length()).isEqualTo(2);
    assertThat(first.whole().servedPerSecond()).isEqualTo(1);
    assertThat(first.whole().meanMillis()).isBetween(1.9, 2.1);
  }
}
