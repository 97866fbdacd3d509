package io.goodput.lab.bench.accuracy;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SecondCountsTest {

  private static final long SECOND = 1_000_000_000L;

  @Test
  void meanFrom_leavesOutWhatCameBefore() {
    SecondCounts counts = new SecondCounts(3);
    counts.count(0);
    counts.count(SECOND);
    counts.count(2 * SECOND);
    counts.count(2 * SECOND + 1);

    assertThat(counts.in(0)).isEqualTo(1);
    assertThat(counts.meanFrom(1)).isEqualTo(1.5);
  }

  @Test
  void count_afterTheEnd_isIgnored() {
    SecondCounts counts = new SecondCounts(1);
    counts.count(SECOND);

    assertThat(counts.meanFrom(0)).isZero();
  }
}
