package io.goodput.buckets.store;

import io.goodput.buckets.BucketException;
import io.goodput.buckets.StoreException;
import io.goodput.core.bucket.Grant;
import io.goodput.core.bucket.Leases;
import io.goodput.core.bucket.Rates;
import io.goodput.core.bucket.TokenRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where all processes keep the state of their buckets. {@link io.goodput.buckets.TokenBuckets} has
 * factories for those that Goodput brings. Implementations are thread-safe.
 */
public interface BucketStore extends AutoCloseable {

  /**
   * Creates what the store needs, if necessary.
   *
   * @throws BucketException if that is not possible
   */
  default void install() {}

  /**
   * Connects to the store, so that the first requests need not.
   *
   * @param millis longest time
   * @throws StoreException if the store did not answer; requests may succeed later
   */
  default void connect(long millis) throws StoreException {}

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
   * Acquires tokens from a bucket.
   *
   * @param stated the limits that the client states, null if the store has to know them
   * @param millis longest time for the request
   * @throws StoreException if the request failed or its outcome is unknown; any tokens that it took
   *     are lost
   * @throws BucketException if requests fail until an operator fixes the store
   */
  Answer acquire(String id, @Nullable Rates stated, TokenRequest request, long millis)
      throws StoreException;

  /**
   * Whether {@link #acquire} answers at once, without I/O. Then callers ask on their own threads.
   */
  default boolean isLocal() {
    return false;
  }

  /**
   * What a client wants of a bucket.
   *
   * @param stated the limits that the client states, null if the store has to know them
   * @param millis longest time for the request
   */
  record Wanted(String id, @Nullable Rates stated, TokenRequest request, long millis) {}

  /**
   * Whether the store acquires tokens of several buckets in one request, by {@link #acquireAll}.
   */
  default boolean combines() {
    return false;
  }

  /**
   * Acquires tokens from several buckets, as {@link #acquire} does. Only called if the store {@link
   * #combines}.
   *
   * @param wanted of different buckets, in the order of their ids
   * @return an answer for each; null for a bucket that another request uses, from which the store
   *     has taken no tokens
   */
  default List<@Nullable Answer> acquireAll(List<Wanted> wanted) throws StoreException {
    throw new UnsupportedOperationException();
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
   * The client states these limits no longer: if they are in force, others come in force as soon as
   * a client states them.
   *
   * @param millis longest time for the request
   * @throws StoreException if the request failed or its outcome is unknown
   * @throws BucketException if requests fail until an operator fixes the store
   */
  default void withdraw(String id, Rates stated, long millis) throws StoreException {}

  /**
   * Puts back tokens that were spent and not used, as far as they fit into the bucket.
   *
   * @param stated as for {@link #acquire}
   * @param tokens less than 0 if more were used than were spent
   * @param millis longest time for the request
   * @throws StoreException if the request failed or its outcome is unknown
   * @throws BucketException if requests fail until an operator fixes the store
   */
  void refund(String id, @Nullable Rates stated, long tokens, long millis) throws StoreException;
}
