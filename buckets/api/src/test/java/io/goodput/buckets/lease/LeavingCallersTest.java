package io.goodput.buckets.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.buckets.BucketListener;
import io.goodput.buckets.Verdict;
import io.goodput.core.bucket.Rate;
import io.goodput.core.bucket.Rates;
import io.goodput.core.time.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The tokens of a caller that leaves while its request is in flight")
class LeavingCallersTest {

  private static final Rates LIMIT = Rates.of(Rate.perSecond(1, 100));

  private final ManualTime time = new ManualTime(Instant.EPOCH);
  private final ManualWorkers workers = new ManualWorkers(time);
  private final ModelStore store = new ModelStore(time);
  private CompletableFuture<Verdict> caller = new CompletableFuture<>();

  @Test
  @DisplayName("go back to the bucket if it has no leases")
  void tokens_ofADirectBucket_goBack() {
    acquireAndLeave(new LeasedBucket("id", LIMIT, null, true, client()));

    assertThat(store.level(LIMIT)).isEqualTo(100);
  }

  @Test
  @DisplayName("stay with the process if it leases")
  void tokens_ofALeasedBucket_stayWithTheProcess() {
    LeasedBucket bucket = new LeasedBucket("id", LIMIT, null, false, client());
    acquireAndLeave(bucket);

    assertThat(store.level(LIMIT)).isEqualTo(90);
    assertThat(bucket.unspent()).isEqualTo(10);
  }

  private void acquireAndLeave(LeasedBucket bucket) {
    workers.advance(Duration.ofSeconds(100));
    store.onTake(() -> caller.cancel(false));
    caller = bucket.acquireAsync(10, Duration.ofMinutes(1));
    workers.runTasks();
  }

  private Client client() {
    return new Client(store, workers, BucketListener.NONE, time, false, 500);
  }
}
