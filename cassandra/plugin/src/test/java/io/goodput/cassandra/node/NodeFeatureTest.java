package io.goodput.cassandra.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.cassandra.event.Event;
import io.goodput.cassandra.event.Events;
import io.goodput.cassandra.fault.Faults;
import io.goodput.core.limit.PartitionCounters;
import io.goodput.core.limit.PartitionLimits;
import io.goodput.core.time.TimeSource;
import java.util.List;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.junit.jupiter.api.Test;

class NodeFeatureTest {

  static {
    DatabaseDescriptor.clientInitialization(false);
  }

  private final Faults faults = new Faults();
  private final Events events = new Events(TimeSource.system());
  private final Runnable watch =
      new NodeFeature(
              List.of(),
              faults,
              new PartitionLimits(TimeSource.system(), new PartitionCounters(64)),
              () -> 0,
              events)
          .watches()
          .get(0);

  @Test
  void watch_severalFaultsInARow_tellsTheActivityOnce() {
    faults.report("testing", new IllegalStateException());
    watch.run();
    faults.report("testing", new IllegalStateException());
    watch.run();

    assertThat(events.latest())
        .extracting(Event::text)
        .containsExactly("Goodput failed while testing: search the log for the cause");
  }

  @Test
  void watch_withoutFaults_tellsNothing() {
    watch.run();

    assertThat(events.latest()).isEmpty();
  }
}
