package io.goodput.bench.tokenbucket;

import io.goodput.sql.BucketListener;
import io.goodput.sql.BucketOptions;
import io.goodput.sql.Isolation;
import io.goodput.sql.Limit;
import io.goodput.sql.TokenBucket;
import io.goodput.sql.TokenBuckets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** Goodput's client. */
final class GoodputRequests implements Requests {

  /** So long that a request is not refused for want of an answer. */
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final Work work;
  private final BucketOptions options;
  private final TokenBuckets buckets;
  private final LongAdder retries = new LongAdder();
  private final AtomicReference<@Nullable SQLException> problem = new AtomicReference<>();

  GoodputRequests(Work work) {
    this.work = work;
    Limit limit = Limit.of(work.perSecond()).per(Duration.ofSeconds(1)).burst(work.burst());
    BucketOptions leased = BucketOptions.of(limit);
    this.options = work.mode() == Mode.DIRECT ? leased.direct() : leased;
    this.buckets =
        TokenBuckets.on(work.url())
            .isolation(work.isolation())
            .concurrency(work.threads())
            .patience(PATIENCE)
            .listener(listener())
            .open();
    // Connects: the first request that counts is not to wait for that.
    buckets.bucket(Server.PREFIX + "ready", options).tryAcquire();
  }

  @Override
  public Request ofThread(int thread) {
    if (work.ids() == Ids.FRESH) {
      return new Request() {
        private long count;

        @Override
        public boolean isGranted() throws SQLException {
          return answered(buckets.bucket(work.id(thread, count++), options).tryAcquire());
        }
      };
    }
    TokenBucket bucket = buckets.bucket(work.id(thread, 0), options);
    return () -> answered(bucket.tryAcquire());
  }

  /** A refusal is an answer, after many retries too, but for a database that is away. */
  private boolean answered(boolean granted) throws SQLException {
    if (!granted) {
      SQLException failed = problem.get();
      if (failed != null) {
        throw failed;
      }
    }
    return granted;
  }

  @Override
  public long retries() {
    return retries.sum();
  }

  @Override
  public void close() {
    buckets.close();
  }

  static int level(Isolation isolation) {
    return isolation == Isolation.SERIALIZABLE
        ? Connection.TRANSACTION_SERIALIZABLE
        : Connection.TRANSACTION_READ_COMMITTED;
  }

  private BucketListener listener() {
    return new BucketListener() {
      @Override
      public void failed(String id, SQLException failure) {
        if (!SqlRequests.isBecauseOfOthers(failure)) {
          problem.set(failure);
        }
      }

      @Override
      public void retried(String sqlState) {
        retries.increment();
      }
    };
  }
}
