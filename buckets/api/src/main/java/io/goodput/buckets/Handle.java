package io.goodput.buckets;

import io.goodput.buckets.lease.LeasedBucket;
import io.goodput.core.bucket.CostEstimate;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A bucket as the application holds it. If it was forgotten, its next use opens it again. */
final class Handle implements TokenBucket {

  private final String id;
  private final BucketOptions options;
  private final TokenBuckets buckets;
  private volatile @Nullable CostEstimate estimate;
  private volatile LeasedBucket bucket;

  Handle(String id, BucketOptions options, TokenBuckets buckets, LeasedBucket bucket) {
    this.id = id;
    this.options = options;
    this.buckets = buckets;
    this.estimate = options.estimate();
    this.bucket = bucket;
  }

  BucketOptions options() {
    return options;
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
  public CompletableFuture<Verdict> acquireAsync(long tokens, Duration timeout) {
    return inUse().acquireAsync(tokens, timeout);
  }

  @Override
  public Reservation reserve(long tokens) {
    CostEstimate known = estimate;
    return new Reservation(
        this, tokens, tryAcquire(tokens), known == null ? used -> {} : known::add);
  }

  @Override
  public Reservation reserve() {
    long burst = inUse().burst();
    CostEstimate known = estimate;
    return known == null ? TokenBucket.super.reserve() : reserve(known.atMost(burst));
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
      Handle open = buckets.reopened(this);
      estimate = open.estimate;
      bucket = open.bucket;
    }
    return bucket;
  }
}
