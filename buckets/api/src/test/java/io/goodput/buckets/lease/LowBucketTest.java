package io.goodput.buckets.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.buckets.BucketListener;
import io.goodput.buckets.Reason;
import io.goodput.core.bucket.Leases;
import io.goodput.core.bucket.Rate;
import io.goodput.core.bucket.Rates;
import io.goodput.core.time.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Callers that do not wait for tokens, while an empty bucket gets fewer than they want. */
class LowBucketTest {

  private static final Rates FAST = Rates.of(Rate.perSecond(1_000, 1_000));
  private static final Rates SLOW = Rates.of(Rate.perSecond(10, 10));
  private static final Duration LONGER_THAN_A_PAUSE = Duration.ofMillis(70);

  private final ManualTime time = new ManualTime(Instant.EPOCH);
  private final ManualWorkers workers = new ManualWorkers(time);
  private final ModelStore store = new ModelStore(time);
  private final Client client = new Client(store, workers, BucketListener.NONE, time, false, 500);

  @Test
  void rejectedCallers_letTheNextTokensBeFetchedWithoutACaller() {
    LeasedTokens tokens = emptied(FAST);
    reject(tokens, 100);
    workers.advance(LONGER_THAN_A_PAUSE);

    assertThat(decide(tokens, 1)).isEqualTo(Reason.ADMITTED);
  }

  @Test
  void caller_whileTheNextTokensAreFetched_isRejectedAndDoesNotWait() {
    LeasedTokens tokens = emptied(FAST);
    List<@Nullable Reason> inFlight = new ArrayList<>();
    store.onTake(() -> inFlight.add(decide(tokens, 1)));
    reject(tokens, 100);
    workers.advance(LONGER_THAN_A_PAUSE);

    assertThat(inFlight).containsExactly(Reason.LIMIT);
  }

  @Test
  void callerOfSeveralTokens_whileTheNextTokensAreFetched_asksTheStore() {
    LeasedTokens tokens = emptied(FAST);
    List<@Nullable Reason> inFlight = new ArrayList<>();
    store.onTake(() -> inFlight.add(decide(tokens, 2)));
    reject(tokens, 100);
    workers.advance(LONGER_THAN_A_PAUSE);

    assertThat(inFlight).containsOnlyNulls();
  }

  @Test
  void caller_afterAPauseWithoutCallers_asksTheStore() {
    LeasedTokens tokens = emptied(FAST);
    workers.advance(LONGER_THAN_A_PAUSE);

    assertThat(decide(tokens, 1)).isNull();
  }

  @Test
  void callerOfSeveralTokens_afterThePause_asksTheStore() {
    LeasedTokens tokens = emptied(FAST);
    workers.advance(LONGER_THAN_A_PAUSE);

    assertThat(decide(tokens, 2)).isNull();
  }

  @Test
  void callersOfASlowLimit_letNothingBeFetched() {
    LeasedTokens tokens = emptied(SLOW);
    reject(tokens, 100);
    workers.advance(Duration.ofSeconds(1));

    assertThat(store.timeouts()).hasSize(1);
  }

  private LeasedTokens emptied(Rates limits) {
    StoredBucket stored = new StoredBucket("id", limits, client);
    Turn turn = new Turn(stored, time);
    Leases leases = new Leases(time);
    WithoutStore without =
        new WithoutStore(leases, new Fallback(null, time), client.availability());
    Fetcher fetcher =
        new Fetcher(leases, stored, without, turn, new OwedTokens(stored, client), client);
    LeasedTokens tokens = new LeasedTokens(leases, stored, without, fetcher);
    fetcher.enqueue(new Waiter(1, Duration.ofSeconds(1).toNanos(), false, time));
    workers.runTasks();
    return tokens;
  }

  private void reject(LeasedTokens tokens, int callers) {
    for (int i = 0; i < callers; i++) {
      assertThat(decide(tokens, 1)).isEqualTo(Reason.LIMIT);
    }
  }

  private @Nullable Reason decide(LeasedTokens tokens, long wanted) {
    return tokens.acquire(wanted, time.monotonicNanos());
  }
}
