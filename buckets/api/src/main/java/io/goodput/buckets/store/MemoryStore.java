package io.goodput.buckets.store;

import io.goodput.core.bucket.Leases;
import io.goodput.core.bucket.Rates;
import io.goodput.core.bucket.TokenRequest;
import io.goodput.core.time.SteadyClock;
import io.goodput.core.time.TimeSource;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Keeps buckets in the memory of this process. Forgets full buckets. Thread-safe. */
public final class MemoryStore implements BucketStore {

  private static final long FEWEST = 10_000;

  private final TimeSource time;
  private final SteadyClock clock;
  private final ConcurrentMap<String, StoredRow> rows = new ConcurrentHashMap<>();
  private volatile long mostRows = FEWEST;

  /** No buckets. */
  public MemoryStore(TimeSource time) {
    this.time = time;
    this.clock = new SteadyClock(time);
  }

  @Override
  public Answer acquire(String id, @Nullable Rates stated, TokenRequest request, long millis) {
    AtomicReference<@Nullable Answer> answer = new AtomicReference<>();
    change(
        id,
        stated,
        (row, since) -> {
          StoredRow.Acquired acquired = row.acquire(request, clock.micros(since));
          answer.set(new Answer(acquired.grant(), since, row.inForce()));
          return acquired.row();
        });
    return Objects.requireNonNull(answer.get());
  }

  @Override
  public boolean isLocal() {
    return true;
  }

  @Override
  public void giveBack(String id, Rates inForce, Leases.Unspent unspent, long millis) {
    rows.computeIfPresent(id, (unused, row) -> row.giveBack(inForce, unspent));
  }

  @Override
  public void withdraw(String id, Rates stated, long millis) {
    rows.computeIfPresent(id, (unused, row) -> row.withdrawn(stated));
  }

  @Override
  public void refund(String id, @Nullable Rates stated, long tokens, long millis) {
    change(id, stated, (row, since) -> row.refund(tokens, clock.micros(since)));
  }

  /** The number of buckets that are not known to be as new ones. */
  public int size() {
    return rows.size();
  }

  /** A change gets the row, and the moment of the change in monotonic nanoseconds. */
  private void change(
      String id, @Nullable Rates stated, BiFunction<StoredRow, Long, StoredRow> change) {
    rows.compute(
        id,
        (unused, row) -> {
          long since = time.monotonicNanos();
          long now = clock.micros(since);
          StoredRow changed = change.apply(StoredRow.at(id, row, stated, now), since);
          return row == null && changed.isDispensable(now) ? null : changed;
        });
    if (rows.size() > mostRows) {
      forgetFull();
    }
  }

  private void forgetFull() {
    mostRows = Long.MAX_VALUE;
    long now = clock.micros(time.monotonicNanos());
    rows.values().removeIf(row -> row.isDispensable(now));
    mostRows = Math.max(FEWEST, 2L * rows.size());
  }
}
