package io.goodput.bench.accuracy;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TallyTest {

  private static final long SECOND = 1_000_000_000L;

  @Test
  void meanFrom_leavesOutWhatCameBefore() {
    Tally tally = new Tally(3);
    tally.count(0);
    tally.count(SECOND);
    tally.count(2 * SECOND);
    tally.count(2 * SECOND + 1);

    assertThat(tally.in(0)).isEqualTo(1);
    assertThat(tally.meanFrom(1)).isEqualTo(1.5);
  }

  @Test
  void count_afterTheEnd_isIgnored() {
    Tally tally = new Tally(1);
    tally.count(SECOND);

    assertThat(tally.meanFrom(0)).isZero();
  }
}
