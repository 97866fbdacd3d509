package io.goodput.cql;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import com.datastax.oss.driver.api.core.servererrors.UnauthorizedException;
import io.goodput.core.bucket.BucketState;
import io.goodput.core.bucket.Grant;
import io.goodput.core.bucket.Leases;
import io.goodput.core.bucket.Rates;
import io.goodput.core.bucket.TokenRequest;
import io.goodput.core.time.Nanos;
import io.goodput.core.time.TimeSource;
import io.goodput.sql.BucketException;
import io.goodput.sql.bucket.BucketStore;
import io.goodput.sql.bucket.StoredRow;
import java.sql.SQLException;
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
  private final TimeSource time;

  CassandraStore(CqlSession session, String keyspace, TimeSource time) {
    this.rows = new BucketRows(session, keyspace);
    this.time = time;
  }

  /** A bucket after a change, and what the change gave; the row stays if it is the same bucket. */
  private record Changed(BucketState state, Grant grant) {}

  /** What happens to a bucket. */
  @FunctionalInterface
  private interface Change {
    Changed of(BucketState state, Rates inForce, long now);
  }

  @Override
  public void install() {
    try {
      rows.create();
    } catch (DriverException e) {
      throw new BucketException("Cannot install the token buckets: " + e.getMessage(), e);
    }
  }

  @Override
  public Answer take(String id, @Nullable Rates stated, TokenRequest request, long millis)
      throws SQLException {
    return change(
        id,
        stated,
        millis,
        (state, inForce, now) -> {
          BucketState.Answered answered = state.take(inForce, request, now);
          return new Changed(answered.state(), answered.grant());
        });
  }

  @Override
  public void giveBack(String id, Rates inForce, Leases.Unspent unspent, long millis)
      throws SQLException {
    change(
        id,
        inForce,
        millis,
        (state, applied, now) ->
            new Changed(
                applied.equals(inForce)
                    ? state.giveBack(inForce, unspent.tokens(), unspent.grant())
                    : state,
                Grant.NONE));
  }

  @Override
  public void refund(String id, @Nullable Rates stated, long tokens, long millis)
      throws SQLException {
    change(
        id,
        stated,
        millis,
        (state, inForce, now) -> new Changed(state.refund(inForce, tokens, now), Grant.NONE));
  }

  private Answer change(String id, @Nullable Rates stated, long millis, Change change)
      throws SQLException {
    try {
      return tryToChange(id, stated, millis, change);
    } catch (InvalidQueryException e) {
      throw new BucketException(
          "The token buckets are not installed in this keyspace, or in another version: call"
              + " TokenBuckets.install(), and check the keyspace. (%s)".formatted(e.getMessage()),
          e);
    } catch (UnauthorizedException e) {
      throw new BucketException(
          "The role lacks a permission: grant it SELECT and MODIFY on the table %s. (%s)"
              .formatted(BucketRows.TABLE, e.getMessage()),
          e);
    } catch (DriverException e) {
      throw new SQLException("The request failed: " + e.getMessage(), e);
    }
  }

  private Answer tryToChange(String id, @Nullable Rates stated, long millis, Change change)
      throws SQLException {
    long deadline = time.monotonicNanos() + millis * Nanos.PER_MILLI;
    for (int attempt = 0; ; attempt++) {
      // The clock of the coordinator is read after this moment.
      long since = time.monotonicNanos();
      BucketRows.Read read = rows.read(id, left(deadline));
      StoredRow before = StoredRow.at(id, read.row(), stated, read.now());
      Changed changed = change.of(before.state(), before.inForce(), read.now());
      StoredRow after = before.with(changed.state());
      if (isNews(read.row(), after, read.now())) {
        if (!rows.write(id, read, after, left(deadline))) {
          backOff(attempt, deadline);
          continue;
        }
      }
      return new Answer(changed.grant(), since, before.inForce());
    }
  }

  /** Whether a row has to be written: not to say again what was said a moment ago. */
  private static boolean isNews(@Nullable StoredRow row, StoredRow after, long now) {
    if (row == null) {
      return !after.isFull(now);
    }
    return !row.state().equals(after.state())
        || !row.inForce().equals(after.inForce())
        || after.statedAt() - row.statedAt() > RESTATE_MICROS;
  }

  private void backOff(int attempt, long deadline) throws SQLException {
    long longest = Nanos.PER_MILLI << Math.min(attempt, MOST_DOUBLINGS);
    long nanos = ThreadLocalRandom.current().nextLong(1, longest);
    if (time.monotonicNanos() + nanos - deadline > 0) {
      throw new SQLException("Others changed the bucket %d times in between.".formatted(attempt));
    }
    try {
      TimeUnit.NANOSECONDS.sleep(nanos);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SQLException("The thread was interrupted.", e);
    }
  }

  private long left(long deadline) {
    return Math.max(Nanos.PER_MILLI, deadline - time.monotonicNanos());
  }
}
