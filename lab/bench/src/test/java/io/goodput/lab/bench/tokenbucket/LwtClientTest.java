package io.goodput.lab.bench.tokenbucket;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.lab.bench.tokenbucket.LwtClient.State;
import org.junit.jupiter.api.Test;

class LwtClientTest {

  private static final long PER_SECOND = 1_000;
  private static final long BURST = 10;

  @Test
  void take_emptyBucket_isRefused() {
    assertThat(new State(0, 500).take(500, PER_SECOND, BURST)).isNull();
  }

  @Test
  void take_later_takesFromTheInflow() {
    assertThat(new State(0, 500).take(503, PER_SECOND, BURST)).isEqualTo(new State(2, 503));
  }

  @Test
  void take_muchLater_takesFromTheBurst() {
    assertThat(new State(0, 500).take(9_000, PER_SECOND, BURST)).isEqualTo(new State(9, 9_000));
  }

  @Test
  void take_onAClockThatIsBehind_keepsTheTimeOfTheRow() {
    assertThat(new State(2, 500).take(400, PER_SECOND, BURST)).isEqualTo(new State(1, 500));
  }
}
