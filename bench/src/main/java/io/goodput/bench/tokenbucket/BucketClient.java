package io.goodput.bench.tokenbucket;

import java.sql.SQLException;

/** Asks for tokens in one mode. Thread-safe. */
interface BucketClient extends AutoCloseable {

  /** Asks for a token. For one thread. */
  @FunctionalInterface
  interface Request {
    boolean isGranted() throws SQLException;
  }

  Request ofThread(int thread) throws SQLException;

  /** Transactions that this client retried; none if it locks rows first. */
  default long retries() {
    return 0;
  }

  @Override
  void close();

  static BucketClient of(Work work) {
    return switch (work.what().mode()) {
      case SQL -> new SqlClient(work);
      case DIRECT, LEASED -> new GoodputClient(work);
      case BUCKET4J, BUCKET4J_BATCHING -> new Bucket4jClient(work);
    };
  }
}
