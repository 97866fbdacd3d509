package io.goodput.buckets.store;

import io.goodput.buckets.BucketException;
import io.goodput.buckets.StoreException;
import io.goodput.core.bucket.Grant;
import io.goodput.core.bucket.Leases;
import io.goodput.core.bucket.Rates;
import io.goodput.core.bucket.TokenRequest;
import org.jspecify.annotations.Nullable;

/**
 * Where all processes keep the state of their buckets. {@link io.goodput.buckets.TokenBuckets} has
 * factories for those that Goodput brings. Implementations are thread-safe.
 */
public interface BucketStore extends AutoCloseable {

  /**
   * Creates or upgrades what the store needs, if necessary.
   *
   * @throws BucketException if that is not possible
   */
  default void install() {}

  /** Removes buckets that are full from time to time, from now on. Called often. */
  default void tidy(Workers workers) {}

  @Override
  default void close() {}

  /**
   * The answer to a request for tokens.
   *
   * @param since a moment of the client's monotonic clock, not later than the grant
   * @param inForce the limits that the store applied
   */
  record Answer(Grant grant, long since, Rates inForce) {}

  /**
   * Takes tokens from a bucket.
   *
   * @param stated the limits that the client states, null if the store has to know them
   * @param millis longest time for the request
   * @throws StoreException if the request failed or its outcome is unknown; any tokens that it took
   *     are lost
   * @throws BucketException if requests fail until an operator fixes the store
   */
  Answer take(String id, @Nullable Rates stated, TokenRequest request, long millis)
      throws StoreException;

  /**
   * What a client wants of a bucket.
   *
   * @param stated the limits that the client states, null if the store has to know them
   * @param millis longest time for the request
   */
  record Wanted(String id, @Nullable Rates stated, TokenRequest request, long millis) {}

  /**
   * A request that goes to the store with others. One thread at a time calls it. It does not block,
   * except when the workers are closed.
   */
  interface Call {

    /**
     * What to request now, when the request is about to be sent. Null for nothing any more ends the
     * request, as an exception does.
     */
    @Nullable Wanted wanted();

    /**
     * Ends the request.
     *
     * @param answer null if the store has taken no tokens: the request should be sent alone
     */
    void answered(@Nullable Answer answer);

    /** Ends the request, whose outcome may be unknown; any tokens that it took are lost. */
    void failed(StoreException problem);
  }

  /**
   * Sends a request soon, as {@link #take} does, but together with requests for other buckets, and
   * without blocking.
   *
   * @param workers run statements
   * @return false if the store sends each request alone; then it does not call the request
   */
  default boolean takeTogether(Call call, Workers workers) {
    return false;
  }

  /**
   * Gives back tokens of a lease. The store drops them if another request has taken tokens since,
   * or if other limits are in force.
   *
   * @param inForce the limits that the tokens were granted by
   * @param millis longest time for the request
   * @throws StoreException if the request failed or its outcome is unknown; the tokens are lost if
   *     it did not reach the store
   * @throws BucketException if requests fail until an operator fixes the store
   */
  void giveBack(String id, Rates inForce, Leases.Unspent unspent, long millis)
      throws StoreException;

  /**
   * Puts back tokens that were spent and not used, as far as they fit into the bucket.
   *
   * @param stated as for {@link #take}
   * @param tokens less than 0 if more were used than were spent
   * @param millis longest time for the request
   * @throws StoreException if the request failed or its outcome is unknown
   * @throws BucketException if requests fail until an operator fixes the store
   */
  void refund(String id, @Nullable Rates stated, long tokens, long millis) throws StoreException;
}
