package io.goodput.buckets.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.core.bucket.Rate;
import io.goodput.core.bucket.Rates;
import io.goodput.core.bucket.TokenRequest;
import io.goodput.core.time.ManualTime;
import io.goodput.core.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
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

  @Test
  void bucketThatWasNotFullAtFirst_whileFullOnesAreForgotten_isNotNewAgain() {
    ManualTime time = new ManualTime(Instant.EPOCH);
    MemoryStore store = new MemoryStore(time);
    Rate rate = Rate.perSecond(1_000, 100);
    Rates limits = new Rates(List.of(rate), 0);
    store.acquire("seldom", limits, TokenRequest.NOTHING, 500);
    store.acquire("full", Rates.of(rate), TokenRequest.forOne(1), 500);
    time.advance(Duration.ofSeconds(1));
    for (int i = 0; i < 10_000; i++) {
      store.acquire("other " + i, Rates.of(rate), TokenRequest.forOne(1), 500);
    }

    assertThat(store.size()).isEqualTo(10_001);
    assertThat(store.acquire("seldom", limits, TokenRequest.forOne(100), 500).grant().tokens())
        .isEqualTo(100);
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
