package io.goodput.sql.bucket;

import io.goodput.core.bucket.Grant;
import io.goodput.core.bucket.Leases;
import io.goodput.core.bucket.Rate;
import io.goodput.core.bucket.TokenRequest;
import java.sql.SQLException;

/** Where all processes keep the state of their buckets. Implementations are thread-safe. */
public interface BucketStore {

  /**
   * Takes tokens from a bucket.
   *
   * @param millis longest time for the request
   * @throws SQLException if the request failed or its outcome is unknown; any tokens that it took
   *     are lost
   */
  Grant take(String id, Rate rate, TokenRequest request, long millis) throws SQLException;

  /**
   * Gives back tokens of a lease. The store drops them if another request has taken tokens since.
   *
   * @param millis longest time for the request
   * @throws SQLException if the request failed or its outcome is unknown; the tokens are lost if it
   *     did not reach the store
   */
  void giveBack(String id, Rate rate, Leases.Unspent unspent, long millis) throws SQLException;
}
