package io.goodput.sql.bucket;

import io.goodput.core.bucket.Grant;
import io.goodput.core.bucket.Leases;
import io.goodput.core.bucket.Rate;
import io.goodput.core.bucket.TokenRequest;
import io.goodput.sql.BucketException;
import java.sql.SQLException;

/** Where all processes keep the state of their buckets. Implementations are thread-safe. */
public interface BucketStore {

  /**
   * The answer to a request for tokens.
   *
   * @param since a moment of the client's monotonic clock, not later than the grant
   * @param inForce the limit that the store applied
   */
  record Answer(Grant grant, long since, Rate inForce) {}

  /**
   * Takes tokens from a bucket.
   *
   * @param rate the limit that the client states
   * @param millis longest time for the request
   * @throws SQLException if the request failed or its outcome is unknown; any tokens that it took
   *     are lost
   * @throws BucketException if requests fail until an operator fixes the store
   */
  Answer take(String id, Rate rate, TokenRequest request, long millis) throws SQLException;

  /**
   * Gives back tokens of a lease. The store drops them if another request has taken tokens since.
   *
   * @param millis longest time for the request
   * @throws SQLException if the request failed or its outcome is unknown; the tokens are lost if it
   *     did not reach the store
   * @throws BucketException if requests fail until an operator fixes the store
   */
  void giveBack(String id, Rate rate, Leases.Unspent unspent, long millis) throws SQLException;
}
