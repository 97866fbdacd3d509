package io.goodput.lab.bench.coldcache;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NodeCountsTest {

  @Test
  void since_aRestart_countsFromZero() {
    NodeCounts before = new NodeCounts(500, 100, 600, 200, 300);
    NodeCounts after = new NodeCounts(5, 20, 25, 10, 15);

    assertThat(after.since(before)).isEqualTo(after);
  }
}
