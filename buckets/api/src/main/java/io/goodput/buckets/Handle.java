package io.goodput.buckets;

import io.goodput.buckets.lease.LeasedBucket;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** A bucket as the application holds it. If it was forgotten, its next use opens it again. */
final class Handle implements TokenBucket {

  private final String id;
  private volatile BucketOptions options;
  private final TokenBuckets buckets;
  private volatile LeasedBucket bucket;

  Handle(String id, BucketOptions options, TokenBuckets buckets, LeasedBucket bucket) {
    this.id = id;
    this.options = options;
    this.buckets = buckets;
    this.bucket = bucket;
  }

  BucketOptions options() {
    return options;
  }

  /** The options with which this bucket opens again after it was forgotten. */
  void follow(BucketOptions others) {
    options = others;
  }

  LeasedBucket bucket() {
    return bucket;
  }

  @Override
  public String id() {
    return id;
  }

  @Override
  public Verdict tryAcquire(long tokens) {
    return inUse().tryAcquire(tokens);
  }

  @Override
  public Verdict tryAcquire(long tokens, Duration timeout) throws InterruptedException {
    return inUse().tryAcquire(tokens, timeout);
  }

  @Override
  public Verdict tryAcquireUpTo(long most) {
    return inUse().tryAcquireUpTo(most);
  }

  @Override
  public CompletableFuture<Verdict> acquireAsync(long tokens, Duration timeout) {
    return inUse().acquireAsync(tokens, timeout);
  }

  @Override
  public void refund(long tokens) {
    inUse().refund(tokens);
  }

  @Override
  public void debit(long tokens) {
    inUse().debit(tokens);
  }

  @Override
  public Verdict peek() {
    return inUse().peek();
  }

  private LeasedBucket inUse() {
    LeasedBucket seen = bucket;
    return seen.use() ? seen : again();
  }

  private synchronized LeasedBucket again() {
    if (!bucket.use()) {
      bucket = buckets.reopened(this);
    }
    return bucket;
  }
}
