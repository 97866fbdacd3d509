package io.goodput.cassandra.limit;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.cassandra.event.Event;
import io.goodput.cassandra.event.EventKind;
import io.goodput.cassandra.event.Events;
import io.goodput.cassandra.event.Growth;
import io.goodput.core.limit.PartitionCounters;
import io.goodput.core.limit.PartitionLimits;
import io.goodput.core.time.TimeSource;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LimitRejectionsTest {

  private final Limited table = new Limited();
  private final Events events = new Events(TimeSource.system());
  private final PartitionLimits limits =
      new PartitionLimits(TimeSource.system(), new PartitionCounters(64));
  private final LimitRejections rejections =
      new LimitRejections(table.tables, limits, new PartitionNames(limits), events);

  @BeforeEach
  void limit() {
    table.alter(Map.of("max_reads_per_second", "5"));
    rejections.run();
  }

  @Test
  void run_afterARejection_tellsThatTheyBegan() {
    table.limit().rejected().inc();

    rejections.run();

    assertThat(events.latest())
        .extracting(event -> event.kind() + ": " + event.message(null))
        .containsExactly(
            "rejections_began: Some reads of ks.t are over the limits of their partitions, and"
                + " Goodput rejects them");
  }

  @Test
  void run_afterARejectionByReplicas_tellsThatTheyBegan() {
    table.limit().rejectedByReplicas().inc();

    rejections.run();

    assertThat(events.latest()).extracting(Event::kind).containsExactly(EventKind.REJECTIONS_BEGAN);
  }

  @Test
  void run_aQuietTimeAfterARejection_tellsThatTheyEnded() {
    table.limit().rejected().inc();

    IntStream.rangeClosed(0, Growth.QUIET_TICKS).forEach(i -> rejections.run());

    assertThat(events.latest())
        .extracting(Event::kind)
        .containsExactly(EventKind.REJECTIONS_ENDED, EventKind.REJECTIONS_BEGAN);
  }

  @Test
  void run_afterTheLimitOfARejectionWasRemoved_tellsThatTheyEnded() {
    table.limit().rejected().inc();
    rejections.run();
    table.alter(Map.of());

    rejections.run();

    assertThat(events.latest())
        .extracting(Event::kind)
        .containsExactly(EventKind.REJECTIONS_ENDED, EventKind.REJECTIONS_BEGAN);
  }

  @Test
  void run_withoutRejections_tellsNothing() {
    table.limit().accepted().inc();

    rejections.run();

    assertThat(events.latest()).isEmpty();
  }
}
