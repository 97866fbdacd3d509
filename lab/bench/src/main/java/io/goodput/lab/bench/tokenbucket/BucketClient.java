package io.goodput.lab.bench.tokenbucket;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.SQLException;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Asks for tokens in one mode. */
abstract class BucketClient implements AutoCloseable {

  final Work work;

  /** Transactions that this client retried; none if it locks rows first. */
  final LongAdder retries = new LongAdder();

  BucketClient(Work work) {
    this.work = work;
  }

  static HikariDataSource pool(Work work) {
    HikariConfig settings = new HikariConfig();
    settings.setJdbcUrl(work.url());
    settings.setMaximumPoolSize(work.connections());
    settings.setTransactionIsolation("TRANSACTION_" + work.what().isolation().name());
    return new HikariDataSource(settings);
  }

  /**
   * Asks for a token, and returns whether it is granted. For one thread.
   *
   * @param ids of the buckets of its requests, in order
   */
  abstract BooleanSupplier asking(Supplier<String> ids) throws SQLException;

  @Override
  public abstract void close();

  static BucketClient of(Work work) {
    boolean isLocal = work.what().backend() == BucketCase.Backend.MEMORY;
    return switch (work.what().mode()) {
      case SQL -> new SqlClient(work);
      case DIRECT, LEASED -> new GoodputClient(work);
      case BUCKET4J, BUCKET4J_BATCHING, BUCKET4J_ADVISORY ->
          isLocal ? new LocalBucket4jClient(work) : new Bucket4jClient(work);
    };
  }
}
