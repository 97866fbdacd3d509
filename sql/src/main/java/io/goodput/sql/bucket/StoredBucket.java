package io.goodput.sql.bucket;

import io.goodput.core.bucket.Grant;
import io.goodput.core.bucket.Leases;
import io.goodput.core.bucket.Rate;
import io.goodput.core.bucket.TokenRequest;
import io.goodput.core.time.TimeSource;
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

  /** Takes tokens, as {@link BucketStore#take} does. The caller reports a failure. */
  Grant take(TokenRequest request, long millis) throws SQLException {
    TimeSource time = client.time();
    long begin = time.monotonicNanos();
    Grant grant = client.store().take(id, rate, request, millis);
    Duration took = Duration.ofNanos(time.monotonicNanos() - begin);
    client.listener().answered(id, request.most(), grant.tokens(), took);
    return grant;
  }

  /** Gives back tokens of a lease, as {@link BucketStore#giveBack} does, or loses them. */
  void giveBack(Leases.Unspent unspent) {
    try {
      client.store().giveBack(id, rate, unspent, client.patienceMillis());
    } catch (SQLException e) {
      reportFailure(e);
    }
  }

  void reportFailure(SQLException problem) {
    client.listener().failed(id, problem);
  }
}
