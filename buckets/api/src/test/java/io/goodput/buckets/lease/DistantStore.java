package io.goodput.buckets.lease;

import io.goodput.buckets.StoreException;
import io.goodput.buckets.store.BucketStore;
import io.goodput.core.bucket.Leases;
import io.goodput.core.bucket.Rates;
import io.goodput.core.bucket.TokenRequest;
import io.goodput.core.time.TimeSource;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A store whose answers take a round trip, of which a quarter is over at the grant: the commit
 * follows. Not thread-safe.
 */
final class DistantStore implements BucketStore {

  private static final int PART_BEFORE_GRANT = 4;

  private final ModelStore store;
  private final ManualWorkers workers;
  private final TimeSource time;
  private final Duration roundTrip;

  DistantStore(ModelStore store, ManualWorkers workers, TimeSource time, Duration roundTrip) {
    this.store = store;
    this.workers = workers;
    this.time = time;
    this.roundTrip = roundTrip;
  }

  @Override
  public Answer acquire(String id, @Nullable Rates stated, TokenRequest request, long millis)
      throws StoreException {
    long since = time.monotonicNanos();
    Duration before = roundTrip.dividedBy(PART_BEFORE_GRANT);
    workers.advance(before);
    Answer answer = store.acquire(id, stated, request, millis);
    workers.advance(roundTrip.minus(before));
    return new Answer(answer.grant(), since, answer.inForce());
  }

  @Override
  public void giveBack(String id, Rates inForce, Leases.Unspent unspent, long millis) {
    store.giveBack(id, inForce, unspent, millis);
  }

  @Override
  public void refund(String id, @Nullable Rates stated, long tokens, long millis) {
    store.refund(id, stated, tokens, millis);
  }
}
