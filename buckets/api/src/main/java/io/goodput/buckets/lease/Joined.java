package io.goodput.buckets.lease;

import io.goodput.buckets.BucketException;
import io.goodput.buckets.store.BucketStore;
import io.goodput.core.bucket.TokenRequest;
import org.jspecify.annotations.Nullable;

/** A request that is sent together with those for other buckets. */
interface Joined {

  /** What to request now; null for nothing any more. */
  @Nullable TokenRequest next();

  /** How long the request may take, in milliseconds. */
  long millis();

  /** The request has an answer, whose tokens may be spent. */
  void answered(TokenRequest request, BucketStore.Answer answer);

  /**
   * The request should be sent alone.
   *
   * @param request what to request; null if {@link #next} has not been called yet
   */
  void alone(@Nullable TokenRequest request);

  /** The request failed, its outcome is unknown, or its tokens must not be spent. */
  void failed();

  /** The request fails until an operator fixes the store. */
  void failed(BucketException problem);
}
