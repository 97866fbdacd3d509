package io.goodput.sql.bucket;

import io.goodput.core.bucket.Leases;
import io.goodput.core.bucket.Rate;
import io.goodput.core.bucket.TokenRequest;
import io.goodput.core.time.Nanos;
import io.goodput.core.time.TimeSource;
import io.goodput.sql.BucketException;
import java.sql.SQLException;
import java.time.Duration;

/** One bucket in the store. Reports each request to the listener. Thread-safe. */
final class StoredBucket {

  private final String id;
  private final Rate rate;
  private final Client client;

  StoredBucket(String id, Rate rate, Client client) {
    this.id = id;
    this.rate = rate;
    this.client = client;
  }

  /** How long tokens that callers wait for should live, in microseconds. */
  long life() {
    return client.ages().life(rate);
  }

  /**
   * Takes tokens, as {@link BucketStore#take} does, and reports failures.
   *
   * @throws SQLException if the request failed, if its outcome is unknown, or if the answer came so
   *     late that its tokens must not be spent
   */
  BucketStore.Answer take(TokenRequest request, long millis) throws SQLException {
    try {
      return timely(request, millis);
    } catch (BucketException e) {
      reportFailure(e);
      throw e;
    } catch (SQLException e) {
      reportFailure(e);
      throw e;
    } catch (RuntimeException | Error e) {
      // Whatever a driver or a pool throws, the next request may succeed.
      SQLException failure = new SQLException("The request failed: " + e, e);
      reportFailure(failure);
      throw failure;
    }
  }

  /** Asks again, for less and with a longer life, if an answer comes too late. */
  private BucketStore.Answer timely(TokenRequest request, long millis) throws SQLException {
    TimeSource time = client.time();
    long begin = time.monotonicNanos();
    TokenRequest next = request;
    while (true) {
      long sent = time.monotonicNanos();
      BucketStore.Answer answer = client.store().take(id, rate, next, millis);
      long now = time.monotonicNanos();
      long granted = answer.grant().tokens();
      client.listener().answered(id, next.most(), granted, Duration.ofNanos(now - sent));
      Rate inForce = answer.inForce();
      if (!inForce.equals(rate)) {
        client.listener().limitDiffers(id, inForce.perSecond(), inForce.burst());
      }
      long age = now - answer.since();
      client.ages().add(age);
      if (granted == 0 || !next.isOver(age)) {
        return answer;
      }
      if (next.due() == 0 || now - begin > millis * Nanos.PER_MILLI / 2) {
        throw new SQLException(
            "An answer was %d ms old, and its %d tokens are lost: they were valid for %d ms."
                .formatted(age / Nanos.PER_MILLI, granted, next.life() / 1_000));
      }
      next = new TokenRequest(next.least(), next.due(), next.due(), life());
    }
  }

  /** Gives back tokens of a lease, as {@link BucketStore#giveBack} does, or loses them. */
  void giveBack(Leases.Unspent unspent) {
    try {
      client.store().giveBack(id, rate, unspent, client.patienceMillis());
    } catch (SQLException e) {
      reportFailure(e);
    } catch (BucketException e) {
      reportFailure(e);
    } catch (RuntimeException | Error e) {
      reportFailure(new SQLException("The tokens are lost: " + e, e));
    }
  }

  void reportFailure(SQLException problem) {
    client.listener().failed(id, problem);
  }

  private void reportFailure(BucketException problem) {
    reportFailure(
        problem.getCause() instanceof SQLException cause
            ? cause
            : new SQLException(problem.getMessage(), problem));
  }
}
