package io.goodput.sql.bucket;

import io.goodput.core.bucket.BucketState;
import io.goodput.core.bucket.Leases;
import io.goodput.core.bucket.Rates;
import io.goodput.core.bucket.TokenRequest;
import io.goodput.core.time.Nanos;
import io.goodput.core.time.TimeSource;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Keeps buckets in the memory of this process. Forgets full buckets. Thread-safe. */
public final class LocalStore implements BucketStore {

  private static final long FEWEST = 10_000;

  private final TimeSource time;
  private final long start;
  private final ConcurrentMap<String, StoredRow> rows = new ConcurrentHashMap<>();
  private volatile long mostRows = FEWEST;

  /** No buckets. */
  public LocalStore(TimeSource time) {
    this.time = time;
    this.start = time.monotonicNanos();
  }

  /** What happens to a bucket. */
  @FunctionalInterface
  private interface Change {
    BucketState of(BucketState state, Rates inForce, long now);
  }

  @Override
  public Answer take(String id, @Nullable Rates stated, TokenRequest request, long millis) {
    AtomicReference<@Nullable Answer> answer = new AtomicReference<>();
    change(
        id,
        stated,
        (state, inForce, now) -> {
          BucketState.Answered answered = state.take(inForce, request, now);
          answer.set(new Answer(answered.grant(), time.monotonicNanos(), inForce));
          return answered.state();
        });
    Answer given = answer.get();
    if (given == null) {
      throw new IllegalStateException("A bucket gave no answer.");
    }
    return given;
  }

  @Override
  public void giveBack(String id, Rates inForce, Leases.Unspent unspent, long millis) {
    rows.computeIfPresent(
        id,
        (unused, row) ->
            row.inForce().equals(inForce)
                ? row.with(row.state().giveBack(inForce, unspent.tokens(), unspent.grant()))
                : row);
  }

  @Override
  public void refund(String id, @Nullable Rates stated, long tokens, long millis) {
    change(id, stated, (state, inForce, now) -> state.refund(inForce, tokens, now));
  }

  /** The number of buckets that are not known to be full. */
  public int size() {
    return rows.size();
  }

  private void change(String id, @Nullable Rates stated, Change change) {
    rows.compute(
        id,
        (unused, row) -> {
          long now = now();
          StoredRow seen = StoredRow.at(id, row, stated, now);
          StoredRow changed = seen.with(change.of(seen.state(), seen.inForce(), now));
          return row == null && changed.isFull(now) ? null : changed;
        });
    if (rows.size() > mostRows) {
      forgetFull();
    }
  }

  private void forgetFull() {
    mostRows = Long.MAX_VALUE;
    long now = now();
    rows.values().removeIf(row -> row.isFull(now));
    mostRows = Math.max(FEWEST, 2L * rows.size());
  }

  private long now() {
    return (time.monotonicNanos() - start) / Nanos.PER_MICRO;
  }
}
