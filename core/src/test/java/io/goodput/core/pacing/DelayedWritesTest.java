package io.goodput.core.pacing;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.core.time.Nanos;
import io.goodput.core.time.TimeSource;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class DelayedWritesTest {

  private static final long HOUR = 3_600 * Nanos.PER_SECOND;

  @Test
  void await_relievedBetweenTheTurnAndTheSleep_takesANewTurn() throws Exception {
    DelayedWrites delayed = new DelayedWrites(TimeSource.system(), () -> {});
    int reliefs = delayed.reliefs();
    delayed.relieve();

    delayed.await(HOUR, reliefs, () -> 0);

    assertThat(delayed.count()).isEqualTo(1);
  }

  @Test
  void await_onEachWake_runsWhatLooksAtTheDatabase() throws Exception {
    AtomicInteger looks = new AtomicInteger();
    DelayedWrites delayed = new DelayedWrites(TimeSource.system(), looks::incrementAndGet);

    delayed.await(4 * DelayedWrites.LONGEST_SLEEP_NANOS, delayed.reliefs(), () -> HOUR);

    assertThat(looks).hasValueGreaterThanOrEqualTo(3);
  }
}
