package io.goodput.core.fair;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.goodput.core.time.Nanos;
import io.goodput.core.time.TimeSource;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class BriefWaitsTest {

  private static final TimeSource TIME = TimeSource.system();

  @Test
  void await_aPlace_waitsAsLongAsSaid() {
    BriefWaits waits = new BriefWaits(TIME, 1);
    long before = TIME.monotonicNanos();

    assertThat(waits.await(10 * Nanos.PER_MILLI)).isTrue();

    assertThat(TIME.monotonicNanos() - before).isGreaterThanOrEqualTo(10 * Nanos.PER_MILLI);
  }

  @Test
  void await_noPlace_returnsAtOnce() {
    assertThat(new BriefWaits(TIME, 0).await(Long.MAX_VALUE)).isFalse();
  }

  @Test
  void await_afterAWait_findsItsPlaceFree() {
    BriefWaits waits = new BriefWaits(TIME, 1);
    boolean unused = waits.await(1);

    assertThat(waits.await(1)).isTrue();
  }

  @Test
  void await_interrupted_endsAndStaysInterrupted() throws Exception {
    BriefWaits waits = new BriefWaits(TIME, 1);
    CompletableFuture<Boolean> result = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              boolean waited = waits.await(Long.MAX_VALUE / 2);
              result.complete(!waited && Thread.currentThread().isInterrupted());
            });
    thread.start();
    await().until(() -> thread.getState() == Thread.State.TIMED_WAITING);

    thread.interrupt();

    assertThat(result.get()).isTrue();
  }
}
