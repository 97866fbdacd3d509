package io.goodput.lab.bench.tokenbucket;

import com.datastax.oss.driver.api.core.CqlSession;
import io.goodput.buckets.BucketListener;
import io.goodput.buckets.BucketOptions;
import io.goodput.buckets.BucketsBuilder;
import io.goodput.buckets.Limit;
import io.goodput.buckets.Reason;
import io.goodput.buckets.Reservation;
import io.goodput.buckets.StoreException;
import io.goodput.buckets.TokenBucket;
import io.goodput.buckets.TokenBuckets;
import io.goodput.buckets.cassandra.CassandraBuckets;
import io.goodput.buckets.postgresql.PostgresBuckets;
import io.goodput.core.bucket.Rate;
import io.goodput.lab.bench.tokenbucket.BucketCase.Backend;
import io.goodput.lab.bench.tokenbucket.BucketCase.Load;
import io.goodput.lab.bench.tokenbucket.BucketCase.Mode;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Goodput's client. */
final class GoodputClient extends BucketClient implements BucketListener {

  private final BucketOptions options;
  private final @Nullable CqlSession session;
  private final TokenBuckets buckets;
  private volatile @Nullable Exception problem;

  GoodputClient(Work work) {
    super(work);
    Rate rate = work.what().rate();
    BucketOptions leased =
        BucketOptions.of(
            Limit.of(work.what().perSecond()).per(Duration.ofSeconds(1)).burst(rate.burst()));
    options = work.what().mode() == Mode.DIRECT ? leased.direct() : leased;
    session = work.what().backend() == Backend.CASSANDRA ? CassandraNode.connect(work.url()) : null;
    buckets =
        builder(work, session)
            .concurrency(work.connections())
            .timeout(timeout(work.what().load()))
            .listener(this)
            .open();
    // Connects now, so that no request that counts waits for it.
    buckets.bucket(Server.PREFIX + "ready", options).tryAcquire();
    if (work.what().load() == Load.LOCKED_ROWS) {
      startCallersOfLockedRows();
    }
  }

  private static BucketsBuilder<?> builder(Work work, @Nullable CqlSession session) {
    if (session != null) {
      return CassandraBuckets.on(session, CassandraNode.KEYSPACE);
    }
    if (work.what().backend() == Backend.MEMORY) {
      return TokenBuckets.inMemory();
    }
    return PostgresBuckets.on(work.url()).isolation(work.what().isolation());
  }

  @Override
  BooleanSupplier asking(Supplier<String> ids) {
    if (work.what().ids().vary()) {
      return () -> isGranted(buckets.bucket(ids.get(), options));
    }
    TokenBucket bucket = buckets.bucket(ids.get(), options);
    return work.what().load() == Load.SETTLED ? () -> isSettled(bucket) : () -> isGranted(bucket);
  }

  /** The caller uses one token of two. */
  private static boolean isSettled(TokenBucket bucket) {
    try (Reservation reservation = bucket.reserve(2)) {
      if (reservation.admitted()) {
        reservation.settle(1);
      }
      return reservation.admitted();
    }
  }

  /** Asks for tokens of locked rows until the buckets are closed. */
  private void startCallersOfLockedRows() {
    for (int number = 0; number < LockedRows.COUNT; number++) {
      TokenBucket bucket = buckets.bucket(LockedRows.id(work.prefix(), number), options);
      Thread caller =
          new Thread(
              () -> {
                while (bucket.tryAcquire().reason() != Reason.CLOSED) {
                  LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
                }
              });
      caller.setDaemon(true);
      caller.start();
    }
  }

  /** Long enough that no request is rejected for lack of an answer, unless that is the question. */
  private static Duration timeout(Load load) {
    return switch (load) {
      case HANGING -> Duration.ofMillis(500);
      case LOCKED_ROWS -> Duration.ofSeconds(2);
      default -> Duration.ofSeconds(20);
    };
  }

  /** A rejection is valid, even after many retries, unless the database has failed. */
  private boolean isGranted(TokenBucket bucket) {
    boolean granted = bucket.tryAcquire().admitted();
    Exception failure = granted ? null : problem;
    if (failure != null) {
      throw new IllegalStateException(failure);
    }
    return granted;
  }

  @Override
  public void failed(String id, Exception failure) {
    // Tokens of late answers are lost, as the measurement shows.
    boolean isLate = failure instanceof StoreException answer && answer.isLate();
    boolean isConflict =
        failure.getCause() instanceof SQLException cause && SqlClient.isConflict(cause);
    boolean isExpected = List.of(Load.HANGING, Load.LOCKED_ROWS).contains(work.what().load());
    if (!isLate && !isConflict && !isExpected) {
      problem = failure;
    }
  }

  @Override
  public void retried(String sqlState) {
    retries.increment();
  }

  @Override
  public void close() {
    buckets.close();
    if (session != null) {
      session.close();
    }
  }
}
