package io.goodput.buckets.lease;

import io.goodput.buckets.BucketListener;
import io.goodput.buckets.Reason;
import io.goodput.buckets.store.BucketStore;
import io.goodput.core.bucket.Leases;
import io.goodput.core.bucket.Rates;
import io.goodput.core.time.ManualTime;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** A process whose callers come at random, want a token, and do not wait for it. */
final class CallingProcess {

  private final Fetcher fetcher;
  private final LeasedTokens tokens;
  private final ManualWorkers workers;
  private final ManualTime time;
  private final Random random;
  private final double perSecond;
  private long wanted;
  private long admitted;

  /**
   * Calls from now on.
   *
   * @param perSecond callers
   */
  CallingProcess(
      BucketStore store,
      ManualWorkers workers,
      ManualTime time,
      Random random,
      Rates limits,
      double perSecond) {
    Client client = new Client(store, workers, BucketListener.NONE, time, false, 500);
    StoredBucket stored = new StoredBucket("id", limits, client);
    Turn turn = new Turn(stored, time);
    Leases leases = new Leases(time);
    WithoutStore without =
        new WithoutStore(leases, new Fallback(null, time), client.availability());
    this.fetcher =
        new Fetcher(leases, stored, without, turn, new OwedTokens(stored, client), client);
    this.tokens = new LeasedTokens(leases, stored, without, fetcher);
    this.workers = workers;
    this.time = time;
    this.random = random;
    this.perSecond = perSecond;
    awaitCaller();
  }

  long admitted() {
    return admitted;
  }

  double admittedOfWanted() {
    return (double) admitted / wanted;
  }

  private void awaitCaller() {
    double seconds = -Math.log(1 - random.nextDouble()) / perSecond;
    Future<?> unused = workers.later(this::call, (long) (1e9 * seconds));
  }

  private void call() {
    wanted++;
    Reason known = tokens.acquire(1, time.monotonicNanos());
    if (known == null) {
      Waiter waiter = new Waiter(1, Duration.ofMillis(500).toNanos(), false, time);
      waiter.whenAnswered((reason, problem) -> count(reason));
      fetcher.enqueue(waiter);
    } else {
      count(known);
    }
    awaitCaller();
  }

  private void count(@Nullable Reason reason) {
    admitted += reason == Reason.ADMITTED ? 1 : 0;
  }
}
