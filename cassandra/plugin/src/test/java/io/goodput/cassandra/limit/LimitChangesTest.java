package io.goodput.cassandra.limit;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.cassandra.event.Events;
import io.goodput.core.time.TimeSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LimitChangesTest {

  private final Limited table = new Limited();
  private final Events events = new Events(TimeSource.system());
  private final LimitChanges changes = new LimitChanges(table.tables, events);

  @Test
  void run_theFirst_tellsNothing() {
    table.alter(Map.of("max_reads_per_second", "5"));

    assertThat(told()).isEmpty();
  }

  @Test
  void run_afterALimitWasSet_tellsIt() {
    changes.run();
    table.alter(Map.of("max_reads_per_second", "5"));

    assertThat(told()).containsExactly("Reads of ks.t are limited to 5 per partition and second");
  }

  @Test
  void run_afterTheModeHasChanged_tellsIt() {
    table.alter(Map.of("max_writes_per_second", "5"));
    changes.run();
    table.alter(Map.of("max_writes_per_second", "5", "mode", "observe"));

    assertThat(told())
        .containsExactly(
            "Writes of ks.t are limited to 5 per partition and second, in observe mode");
  }

  @Test
  void run_afterALimitWasRemovedAndSetAgain_tellsOneChange() {
    table.alter(Map.of("max_reads_per_second", "5"));
    changes.run();
    table.alter(Map.of());
    table.alter(Map.of("max_reads_per_second", "6"));

    assertThat(told()).containsExactly("Reads of ks.t are limited to 6 per partition and second");
  }

  @Test
  void run_afterALimitWasRemoved_tellsIt() {
    table.alter(Map.of("max_reads_per_second", "5"));
    changes.run();
    table.alter(Map.of());

    assertThat(told()).containsExactly("The limit on reads of ks.t was removed");
  }

  @Test
  void run_withoutAChange_tellsNothing() {
    table.alter(Map.of("max_reads_per_second", "5"));
    changes.run();
    table.alter(Map.of("max_reads_per_second", "5"));

    assertThat(told()).isEmpty();
  }

  private List<String> told() {
    changes.run();
    return events.latest().stream().map(event -> event.message(null)).toList();
  }
}
