package io.goodput.cassandra.deadline;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.cassandra.event.Events;
import io.goodput.cassandra.fault.Faults;
import io.goodput.cassandra.level.ServiceLevels;
import io.goodput.cassandra.request.RequestKind;
import io.goodput.cassandra.settings.Settings;
import io.goodput.cassandra.view.Rows;
import io.goodput.core.time.TimeSource;
import java.util.concurrent.TimeUnit;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.junit.jupiter.api.Test;

class DeadlineFeatureTest {

  static {
    DatabaseDescriptor.clientInitialization(false);
  }

  private final DeadlineFeature feature =
      new DeadlineFeature(
          Settings.DEFAULT,
          new ServiceLevels(new Faults()),
          () -> false,
          new Events(TimeSource.system()));

  @Test
  void guards_byDefault_areNone() {
    assertThat(feature.guards()).isEmpty();
  }

  @Test
  void watches_areTwoForEachQueue() {
    assertThat(feature.watches()).hasSize(2 * RequestKind.guarded().size());
  }

  @Test
  void table_byDefault_showsTheTimeoutOfTheServerForEachKind() {
    assertThat(Rows.of(feature.tables().get(0)))
        .hasSize(RequestKind.guarded().size())
        .filteredOn(row -> "reads".equals(row.get("kind")))
        .singleElement()
        .satisfies(
            row ->
                assertThat(row)
                    .containsEntry(
                        "client_timeout_ms",
                        TimeUnit.NANOSECONDS.toMillis(RequestKind.READS.serverTimeoutNanos()))
                    .containsEntry("standing", false)
                    .containsEntry("dropped_too_late", 0L)
                    .containsEntry("dropped_for_overload", 0L)
                    .containsEntry("dropped_repeats", 0L));
  }
}
