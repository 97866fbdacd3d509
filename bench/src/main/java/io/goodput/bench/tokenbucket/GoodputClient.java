package io.goodput.bench.tokenbucket;

import io.goodput.bench.tokenbucket.BucketCase.Ids;
import io.goodput.bench.tokenbucket.BucketCase.Mode;
import io.goodput.core.bucket.Rate;
import io.goodput.sql.BucketListener;
import io.goodput.sql.BucketOptions;
import io.goodput.sql.Limit;
import io.goodput.sql.TokenBucket;
import io.goodput.sql.TokenBuckets;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Goodput's client. */
final class GoodputClient implements BucketClient, BucketListener {

  /** Long enough that no request is rejected for lack of an answer. */
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final Work work;
  private final BucketOptions options;
  private final TokenBuckets buckets;
  private final LongAdder retries = new LongAdder();
  private volatile @Nullable SQLException problem;

  GoodputClient(Work work) {
    this.work = work;
    Rate rate = work.what().rate();
    BucketOptions leased =
        BucketOptions.of(Limit.of(rate.perSecond()).per(Duration.ofSeconds(1)).burst(rate.burst()));
    options = work.what().mode() == Mode.DIRECT ? leased.direct() : leased;
    buckets =
        TokenBuckets.on(work.url())
            .isolation(work.what().isolation())
            .concurrency(work.threads())
            .patience(PATIENCE)
            .listener(this)
            .open();
    // Connects now, so that no request that counts waits for it.
    buckets.bucket(Server.PREFIX + "ready", options).tryAcquire();
  }

  @Override
  public Request ofThread(int thread) {
    Supplier<String> ids = work.ids(thread);
    if (work.what().ids() == Ids.FRESH) {
      return () -> isGranted(buckets.bucket(ids.get(), options));
    }
    TokenBucket bucket = buckets.bucket(ids.get(), options);
    return () -> isGranted(bucket);
  }

  /** A rejection is valid, even after many retries, unless the database has failed. */
  private boolean isGranted(TokenBucket bucket) throws SQLException {
    boolean granted = bucket.tryAcquire();
    SQLException failure = granted ? null : problem;
    if (failure != null) {
      throw failure;
    }
    return granted;
  }

  @Override
  public void failed(String id, SQLException failure) {
    if (!SqlClient.isConflict(failure)) {
      problem = failure;
    }
  }

  @Override
  public void retried(String sqlState) {
    retries.increment();
  }

  @Override
  public long retries() {
    return retries.sum();
  }

  @Override
  public void close() {
    buckets.close();
  }
}
