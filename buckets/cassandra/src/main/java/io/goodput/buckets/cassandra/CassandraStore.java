package io.goodput.buckets.cassandra;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.DriverTimeoutException;
import com.datastax.oss.driver.api.core.connection.ClosedConnectionException;
import com.datastax.oss.driver.api.core.connection.HeartbeatException;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import com.datastax.oss.driver.api.core.servererrors.ReadFailureException;
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
import org.jspecify.annotations.Nullable;

/**
 * Keeps each bucket in a row of a table in Cassandra. A change reads the row, and writes it if no
 * one else has changed it since. Thread-safe.
 */
final class CassandraStore implements BucketStore {

  private static final long RESTATE_MICROS = 10 * 1_000_000;

  private final CqlSession session;
  private final BucketRows rows;
  private final BucketClasses classes;
  private final TimeSource time;

  CassandraStore(CqlSession session, String keyspace, Consistency consistency, TimeSource time) {
    this.session = session;
    this.rows = new BucketRows(session, keyspace, consistency);
    this.classes = new BucketClasses(session, keyspace, consistency, time);
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
      // Another client may just have created them, so that some nodes do not know them yet.
      if (!session.checkSchemaAgreement()) {
        throw new BucketException(
            "The nodes do not agree on the schema: check nodetool describecluster.");
      }
    } catch (DriverException e) {
      throw new BucketException("Cannot install the token buckets: " + e.getMessage(), e);
    }
  }

  @Override
  public Answer acquire(String id, @Nullable Rates stated, TokenRequest request, long millis)
      throws StoreException {
    return Objects.requireNonNull(
        change(
            id, millis, true, seen -> at(id, seen, stated, millis).acquire(request, seen.now())));
  }

  @Override
  public void giveBack(String id, Rates inForce, Leases.Unspent unspent, long millis)
      throws StoreException {
    change(
        id,
        millis,
        false,
        seen -> {
          StoredRow row = seen.row();
          return row == null
              ? null
              : new StoredRow.Acquired(row.giveBack(inForce, unspent), Grant.NONE);
        });
  }

  @Override
  public void withdraw(String id, Rates stated, long millis) throws StoreException {
    change(
        id,
        millis,
        true,
        seen -> {
          StoredRow row = seen.row();
          return row == null ? null : new StoredRow.Acquired(row.withdrawn(stated), Grant.NONE);
        });
  }

  @Override
  public void refund(String id, @Nullable Rates stated, long tokens, long millis)
      throws StoreException {
    change(
        id,
        millis,
        false,
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

  /**
   * Changes a row.
   *
   * @param isRepeatable whether to change it again if it is unknown whether that happened before
   */
  private @Nullable Answer change(String id, long millis, boolean isRepeatable, Change change)
      throws StoreException {
    try {
      return tryToChange(id, millis, isRepeatable, change);
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
    } catch (AllNodesFailedException
        | DriverTimeoutException
        | ClosedConnectionException
        | HeartbeatException e) {
      throw StoreException.unavailable("No node answered: " + e.getMessage(), e);
    } catch (DriverException e) {
      throw new StoreException("The request failed: " + e.getMessage(), e);
    }
  }

  private @Nullable Answer tryToChange(String id, long millis, boolean isRepeatable, Change change)
      throws StoreException {
    Attempts attempts = new Attempts(time, millis);
    while (true) {
      // The clock of the coordinator is read after this moment.
      long since = time.monotonicNanos();
      BucketRows.Read read;
      StoredRow.Acquired changed;
      try {
        read = rows.read(id, attempts.left());
        changed = change.of(read);
      } catch (ReadFailureException e) {
        // A node does not know a table that was just created, for a moment.
        attempts.pause(e);
        continue;
      }
      if (changed == null) {
        return null;
      }
      StoredRow after = changed.row();
      try {
        if (!isNews(read.row(), after, read.now()) || isWritten(id, read, after, attempts)) {
          return new Answer(changed.grant(), since, after.inForce());
        }
      } catch (BucketRows.UnknownOutcome e) {
        if (!isRepeatable) {
          throw e.failure();
        }
      }
      attempts.pause(new StoreException("Other clients keep changing the bucket."));
    }
  }

  /**
   * Writes a row. If the outcome is unknown, it finds out, as long as there is time.
   *
   * @throws BucketRows.UnknownOutcome if the row is not as it was written: another client may have
   *     changed it since. Tokens that it granted are lost.
   */
  private boolean isWritten(String id, BucketRows.Read read, StoredRow row, Attempts attempts)
      throws StoreException, BucketRows.UnknownOutcome {
    try {
      return rows.write(id, read, row, attempts.left());
    } catch (BucketRows.UnknownOutcome outcome) {
      while (true) {
        attempts.pause(outcome.failure());
        try {
          if (rows.settle(id, outcome, attempts.left())) {
            return true;
          }
          throw outcome;
        } catch (DriverException e) {
          // The outcome is still unknown.
        }
      }
    }
  }

  /**
   * Whether to write the row. An unchanged row is written at most every 10 s, to renew stated_at.
   */
  private static boolean isNews(@Nullable StoredRow row, StoredRow after, long now) {
    if (row == null) {
      return !after.isDispensable(now);
    }
    return !row.state().equals(after.state())
        || !row.inForce().equals(after.inForce())
        || Math.abs(after.statedAt() - row.statedAt()) > RESTATE_MICROS;
  }
}
