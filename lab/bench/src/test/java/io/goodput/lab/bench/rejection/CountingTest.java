package io.goodput.lab.bench.rejection;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CountingTest {

  @Test
  void hot_twoThreads_isCountedExactly() throws Exception {
    Counting.Count count = Counting.hot(2);

    assertThat(count.is()).isEqualTo(count.exact());
  }
}
