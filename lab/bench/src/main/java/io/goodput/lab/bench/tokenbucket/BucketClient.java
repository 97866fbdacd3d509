package io.goodput.lab.bench.tokenbucket;

import io.goodput.lab.bench.tokenbucket.BucketCase.Backend;
import java.sql.SQLException;
import java.util.concurrent.atomic.LongAdder;

/** Asks for tokens in one mode. */
abstract class BucketClient implements AutoCloseable {

  final Work work;

  /** Transactions that this client retried; none if it locks rows first. */
  final LongAdder retries = new LongAdder();

  BucketClient(Work work) {
    this.work = work;
  }

  /** Asks for a token. For one thread. */
  @FunctionalInterface
  interface Request {
    boolean isGranted() throws SQLException;
  }

  abstract Request ofThread(int thread) throws SQLException;

  @Override
  public abstract void close();

  static BucketClient of(Work work) {
    BucketCase what = work.what();
    return switch (what.mode()) {
      case SQL -> new SqlClient(work);
      case DIRECT, LEASED -> new GoodputClient(work);
      case BUCKET4J, BUCKET4J_BATCHING, BUCKET4J_ADVISORY ->
          what.backend() == Backend.LOCAL
              ? new LocalBucket4jClient(work)
              : new Bucket4jClient(work);
    };
  }
}
