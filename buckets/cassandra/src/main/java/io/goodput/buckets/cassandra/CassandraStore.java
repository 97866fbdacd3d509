package io.goodput.buckets.cassandra;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import com.datastax.oss.driver.api.core.servererrors.UnauthorizedException;
import io.goodput.buckets.BucketException;
import io.goodput.buckets.StoreException;
import io.goodput.buckets.store.BucketStore;
import io.goodput.buckets.store.StoredRow;
import io.goodput.core.bucket.Grant;
import io.goodput.core.bucket.Leases;
import io.goodput.core.bucket.Rates;
import io.goodput.core.bucket.TokenRequest;
import io.goodput.core.time.Nanos;
import io.goodput.core.time.TimeSource;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Keeps each bucket in a row of a table in Cassandra. A change reads the row, and writes it if no
 * one else has changed it since. Thread-safe.
 */
final class CassandraStore implements BucketStore {

  private static final long RESTATE_MICROS = 10 * 1_000_000;
  private static final int MOST_DOUBLINGS = 6;

  private final BucketRows rows;
  private final BucketClasses classes;
  private final TimeSource time;

  CassandraStore(CqlSession session, String keyspace, TimeSource time) {
    this.rows = new BucketRows(session, keyspace);
    this.classes = new BucketClasses(session, keyspace, time);
    this.time = time;
  }

  /** What happens to a bucket. */
  @FunctionalInterface
  private interface Change {

    /** The bucket after the change, and its answer; null for a bucket without a row that stays. */
    StoredRow.@Nullable Acquired of(BucketRows.Read seen);
  }

  @Override
  public void install() {
    try {
      rows.create();
      classes.create();
    } catch (DriverException e) {
      throw new BucketException("Cannot install the token buckets: " + e.getMessage(), e);
    }
  }

  @Override
  public Answer acquire(String id, @Nullable Rates stated, TokenRequest request, long millis)
      throws StoreException {
    return Objects.requireNonNull(
        change(id, millis, seen -> at(id, seen, stated, millis).acquire(request, seen.now())));
  }

  @Override
  public void giveBack(String id, Rates inForce, Leases.Unspent unspent, long millis)
      throws StoreException {
    change(
        id,
        millis,
        seen -> {
          StoredRow row = seen.row();
          return row == null
              ? null
              : new StoredRow.Acquired(row.giveBack(inForce, unspent), Grant.NONE);
        });
  }

  @Override
  public void refund(String id, @Nullable Rates stated, long tokens, long millis)
      throws StoreException {
    change(
        id,
        millis,
        seen ->
            new StoredRow.Acquired(
                at(id, seen, stated, millis).refund(tokens, seen.now()), Grant.NONE));
  }

  /** Limits that are defined for the id come first, then those for a prefix. */
  private StoredRow at(String id, BucketRows.Read seen, @Nullable Rates stated, long millis) {
    Rates ofId = seen.defined();
    Rates defined = ofId == null ? classes.limits(id, millis * Nanos.PER_MILLI / 2) : ofId;
    return defined == null
        ? StoredRow.at(id, seen.row(), stated, seen.now())
        : StoredRow.under(defined, seen.row(), seen.now());
  }

  /** Defines limits; null removes the definition. */
  void define(String id, @Nullable Rates limits) {
    try {
      rows.define(id, limits);
    } catch (DriverException e) {
      throw new BucketException("Cannot define limits: " + e.getMessage(), e);
    }
  }

  /** Defines limits for a prefix; null removes the definition. */
  void defineClass(String prefix, @Nullable Rates limits) {
    try {
      classes.define(prefix, limits);
    } catch (DriverException e) {
      throw new BucketException("Cannot define limits: " + e.getMessage(), e);
    }
  }

  private @Nullable Answer change(String id, long millis, Change change) throws StoreException {
    try {
      return tryToChange(id, millis, change);
    } catch (InvalidQueryException e) {
      throw new BucketException(
          "The token buckets are not installed in this keyspace, or in another version: call"
              + " TokenBuckets.install(), and check the keyspace. (%s)".formatted(e.getMessage()),
          e);
    } catch (UnauthorizedException e) {
      throw new BucketException(
          "The role lacks a permission: grant it SELECT and MODIFY on %s, and SELECT on %s. (%s)"
              .formatted(BucketRows.TABLE, BucketClasses.TABLE, e.getMessage()),
          e);
    } catch (AllNodesFailedException e) {
      throw StoreException.unavailable("No node answered: " + e.getMessage(), e);
    } catch (DriverException e) {
      throw new StoreException("The request failed: " + e.getMessage(), e);
    }
  }

  private @Nullable Answer tryToChange(String id, long millis, Change change)
      throws StoreException {
    long deadline = time.monotonicNanos() + millis * Nanos.PER_MILLI;
    for (int attempt = 0; ; attempt++) {
      // The clock of the coordinator is read after this moment.
      long since = time.monotonicNanos();
      BucketRows.Read read = rows.read(id, left(deadline));
      StoredRow.Acquired changed = change.of(read);
      if (changed == null) {
        return null;
      }
      StoredRow after = changed.row();
      if (!isNews(read.row(), after, read.now()) || rows.write(id, read, after, left(deadline))) {
        return new Answer(changed.grant(), since, after.inForce());
      }
      backOff(attempt, deadline);
    }
  }

  /**
   * Whether to write the row. An unchanged row is written at most every 10 s, to renew stated_at.
   */
  private static boolean isNews(@Nullable StoredRow row, StoredRow after, long now) {
    if (row == null) {
      return !after.isFull(now);
    }
    return !row.state().equals(after.state())
        || !row.inForce().equals(after.inForce())
        || after.statedAt() - row.statedAt() > RESTATE_MICROS;
  }

  private void backOff(int attempt, long deadline) throws StoreException {
    long longest = Nanos.PER_MILLI << Math.min(attempt, MOST_DOUBLINGS);
    long nanos = ThreadLocalRandom.current().nextLong(1, longest);
    if (time.monotonicNanos() + nanos - deadline > 0) {
      throw new StoreException(
          "Others changed the bucket %d times in between.".formatted(attempt + 1));
    }
    try {
      TimeUnit.NANOSECONDS.sleep(nanos);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StoreException("The thread was interrupted.", e);
    }
  }

  private long left(long deadline) {
    return Math.max(Nanos.PER_MILLI, deadline - time.monotonicNanos());
  }
}
