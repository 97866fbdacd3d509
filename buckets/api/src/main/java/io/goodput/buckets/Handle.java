package io.goodput.buckets;

import io.goodput.buckets.lease.LeasedBucket;
import io.goodput.core.bucket.CostEstimate;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/** A bucket as the application holds it. If it was forgotten, its next use opens it again. */
final class Handle implements TokenBucket {

  private final String id;
  private volatile BucketOptions options;
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
    return decided(tokens, inUse().tryAcquire(tokens));
  }

  @Override
  public Verdict tryAcquire(long tokens, Duration timeout) throws InterruptedException {
    return buckets.isMovedByHand()
        ? await(acquireAsync(tokens, timeout))
        : decided(tokens, inUse().tryAcquire(tokens, timeout));
  }

  @Override
  public Verdict tryAcquireUpTo(long most) {
    return decided(most, inUse().tryAcquireUpTo(most));
  }

  @Override
  public CompletableFuture<Verdict> acquireAsync(long tokens, Duration timeout) {
    CompletableFuture<Verdict> answer = inUse().acquireAsync(tokens, timeout);
    if (buckets.listener().hasListeners()) {
      CompletableFuture<Verdict> unused =
          answer.whenComplete((verdict, problem) -> decidedUnlessFailed(tokens, verdict));
    }
    return answer;
  }

  private Verdict decided(long tokens, Verdict verdict) {
    buckets.listener().decided(id, tokens, verdict);
    return verdict;
  }

  private void decidedUnlessFailed(long tokens, @Nullable Verdict verdict) {
    if (verdict != null) {
      buckets.listener().decided(id, tokens, verdict);
    }
  }

  /** A caller that blocks waits for a clock that another thread moves. */
  private static Verdict await(CompletableFuture<Verdict> answer) throws InterruptedException {
    try {
      return answer.get();
    } catch (InterruptedException e) {
      answer.cancel(false);
      throw e;
    } catch (ExecutionException e) {
      throw e.getCause() instanceof BucketException problem
          ? problem.again()
          : new BucketException("A caller got no answer.", e);
    }
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
