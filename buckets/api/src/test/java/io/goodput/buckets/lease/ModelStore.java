package io.goodput.buckets.lease;

import io.goodput.buckets.StoreException;
import io.goodput.buckets.store.BucketStore;
import io.goodput.core.bucket.BucketState;
import io.goodput.core.bucket.Count;
import io.goodput.core.bucket.Leases;
import io.goodput.core.bucket.Rates;
import io.goodput.core.bucket.TokenRequest;
import io.goodput.core.time.TimeSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One empty bucket with one limit in memory, which may be unavailable. Not thread-safe. */
final class ModelStore implements BucketStore {

  private final TimeSource time;
  private final long startedAt;
  private final List<Long> timeouts = new ArrayList<>();
  private BucketState state;
  private boolean unavailable;
  private int refunds;
  private Runnable onTake = () -> {};

  ModelStore(TimeSource time) {
    this.time = time;
    this.startedAt = time.monotonicNanos();
    this.state = new BucketState(List.of(new Count(0, micros())));
  }

  void setUnavailable(boolean value) {
    unavailable = value;
  }

  /** Runs an action while each request for tokens is in flight. */
  void onTake(Runnable action) {
    onTake = action;
  }

  /** How long each request so far could take, in milliseconds. */
  List<Long> timeouts() {
    return timeouts;
  }

  /** Tokens in the bucket. */
  long level(Rates rates) {
    return state.level(rates, micros());
  }

  /** How often tokens were put back. */
  int refunds() {
    return refunds;
  }

  @Override
  public Answer acquire(String id, @Nullable Rates stated, TokenRequest request, long millis)
      throws StoreException {
    Rates rates = Objects.requireNonNull(stated);
    timeouts.add(millis);
    onTake.run();
    if (unavailable) {
      throw new StoreException("unavailable");
    }
    BucketState.Answered answered = state.acquire(rates, request, micros());
    state = answered.state();
    return new Answer(answered.grant(), time.monotonicNanos(), rates);
  }

  @Override
  public void giveBack(String id, Rates rates, Leases.Unspent unspent, long millis) {
    state = state.giveBack(rates, unspent.tokens(), unspent.grant());
  }

  @Override
  public void refund(String id, @Nullable Rates stated, long tokens, long millis) {
    refunds++;
    state = state.refund(Objects.requireNonNull(stated), tokens, micros());
  }

  private long micros() {
    return TimeUnit.NANOSECONDS.toMicros(time.monotonicNanos() - startedAt);
  }
}
