package io.goodput.buckets.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.core.bucket.Rate;
import io.goodput.core.bucket.Rates;
import io.goodput.core.bucket.TokenRequest;
import io.goodput.core.time.ManualTime;
import io.goodput.core.time.TimeSource;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class MemoryStoreTest {

  @Test
  void take_onAClockThatMovesMeanwhile_countsTheAnswerFromTheGrant() {
    TimeSource time = new RunningTime();
    long start = time.monotonicNanos();
    MemoryStore store = new MemoryStore(time);
    BucketStore.Answer answer =
        store.acquire("id", Rates.of(Rate.perSecond(1, 100)), TokenRequest.forOne(1), 500);

    assertThat(answer.since() - start).isLessThanOrEqualTo(answer.grant().at() * 1_000 + 1_000_000);
  }

  /** A millisecond passes with each reading. */
  private static final class RunningTime implements TimeSource {

    private final ManualTime time = new ManualTime(Instant.EPOCH);

    @Override
    public long monotonicNanos() {
      time.advanceNanos(1_000_000);
      return time.monotonicNanos();
    }

    @Override
    public long wallNanos() {
      return time.wallNanos();
    }
  }
}
