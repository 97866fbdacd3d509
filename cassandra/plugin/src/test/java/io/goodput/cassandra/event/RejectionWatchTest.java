package io.goodput.cassandra.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.core.time.TimeSource;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RejectionWatchTest {

  private final Events events = new Events(TimeSource.system());
  private final AtomicLong rejected = new AtomicLong(5);
  private final RejectionWatch watch =
      new RejectionWatch(events, rejected::get, "It began", "It ended");

  @Test
  void run_withoutNewRejections_tellsNothing() {
    run(2 * Growth.QUIET_TICKS);

    assertThat(events.latest()).isEmpty();
  }

  @Test
  void run_whileRejectionsContinue_tellsOnceThatTheyBegan() {
    for (int i = 0; i < 3; i++) {
      rejected.incrementAndGet();
      run(1);
    }

    assertThat(events.latest()).extracting(Event::text).containsExactly("It began");
  }

  @Test
  void run_aQuietTimeAfterRejections_tellsThatTheyEnded() {
    rejected.incrementAndGet();
    run(1 + Growth.QUIET_TICKS);

    assertThat(events.latest()).extracting(Event::text).containsExactly("It ended", "It began");
  }

  private void run(int times) {
    for (int i = 0; i < times; i++) {
      watch.run();
    }
  }
}
