package io.goodput.bench.tokenbucket;

import java.sql.SQLException;

/** A client of the buckets in one way. Thread-safe. */
interface Requests extends AutoCloseable {

  /** One request after the other, for one thread. */
  @FunctionalInterface
  interface Request {
    /** Whether there was a token. */
    boolean isGranted() throws SQLException;
  }

  /** Those of a thread. */
  Request ofThread(int thread) throws SQLException;

  /** Transactions that were tried again. */
  long retries();

  @Override
  void close();

  /** As the work says. */
  static Requests of(Work work) {
    return switch (work.mode()) {
      case SQL -> new SqlRequests(work);
      case DIRECT, LEASED -> new GoodputRequests(work);
      case BUCKET4J, BUCKET4J_BATCHING -> new Bucket4jRequests(work);
    };
  }
}
