package io.goodput.cli.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.cli.watch.NodeSample.LimitCounts;
import io.goodput.cli.watch.NodeSample.Shares;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class NodeSampleTest {

  @Test
  void rows_ofLimits_areReadByTheNamesOfColumns() {
    Map<String, @Nullable Object> row =
        Map.of(
            "keyspace_name", "demo",
            "max_per_second", 80,
            "mode", "enforce",
            "accepted", 1L,
            "rejected_by_coordinator", 2L,
            "rejected_by_replicas", 3L,
            "would_reject", 4L,
            "unstamped", 5L,
            "coalesced", 6L,
            "answered_stale", 7L);

    assertThat(NodeSample.ROWS.convertValue(row, LimitCounts.class))
        .isEqualTo(new LimitCounts(80, "enforce", 1, 2, 3, 4, 5, 6, 7));
  }

  @Test
  void rows_ofANodeThatIsNotOverloaded_haveNoRoom() {
    Map<String, @Nullable Object> row = new HashMap<>(Map.of("in_flight", 12, "refused", 9L));
    row.put("room", null);

    assertThat(NodeSample.ROWS.convertValue(row, Shares.class)).isEqualTo(new Shares(12, null, 9));
  }
}
