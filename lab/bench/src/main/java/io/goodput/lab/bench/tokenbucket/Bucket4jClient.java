package io.goodput.lab.bench.tokenbucket;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.github.bucket4j.BucketConfiguration;
import io.github.bucket4j.distributed.BucketProxy;
import io.github.bucket4j.distributed.jdbc.PrimaryKeyMapper;
import io.github.bucket4j.distributed.proxy.ProxyManager;
import io.github.bucket4j.distributed.proxy.RemoteBucketBuilder;
import io.github.bucket4j.distributed.proxy.optimization.Optimizations;
import io.github.bucket4j.postgresql.Bucket4jPostgreSQL;
import io.goodput.core.bucket.Rate;
import io.goodput.lab.bench.tokenbucket.BucketCase.Ids;
import io.goodput.lab.bench.tokenbucket.BucketCase.Mode;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * Bucket4j with {@code SELECT … FOR UPDATE}, or with advisory locks, on a pool with a connection
 * for each thread. Of its optimizations it uses at most batching: with the others, processes can
 * exceed the limit.
 */
final class Bucket4jClient extends BucketClient {

  static final String TABLE = "goodput_bench_bucket4j";

  private final HikariDataSource pool;
  private final ProxyManager<String> manager;
  private final BucketConfiguration configuration;
  private final BucketProxy shared;

  Bucket4jClient(Work work) {
    super(work);
    HikariConfig settings = new HikariConfig();
    settings.setJdbcUrl(work.url());
    settings.setMaximumPoolSize(work.threads());
    settings.setTransactionIsolation("TRANSACTION_" + work.what().isolation().name());
    pool = new HikariDataSource(settings);
    manager =
        work.what().mode() == Mode.BUCKET4J_ADVISORY
            ? Bucket4jPostgreSQL.advisoryLockBasedBuilder(pool)
                .primaryKeyMapper(PrimaryKeyMapper.STRING)
                .table(TABLE)
                .build()
            : Bucket4jPostgreSQL.selectForUpdateBasedBuilder(pool)
                .primaryKeyMapper(PrimaryKeyMapper.STRING)
                .table(TABLE)
                .build();
    Rate rate = work.what().rate();
    Duration second = Duration.ofSeconds(1);
    configuration =
        BucketConfiguration.builder()
            .addLimit(it -> it.capacity(rate.burst()).refillGreedy(work.what().perSecond(), second))
            .build();
    shared = bucket(work.ids(0).get());
    if (work.what().ids() == Ids.ONE) {
      // Creates the row: a batch can fail without it.
      shared.getAvailableTokens();
    }
  }

  @Override
  Request ofThread(int thread) {
    Supplier<String> ids = work.ids(thread);
    if (work.what().ids().vary()) {
      return () -> bucket(ids.get()).tryConsume(1);
    }
    // Batches only form between threads that share a proxy.
    BucketProxy bucket = work.what().ids() == Ids.ONE ? shared : bucket(ids.get());
    return () -> bucket.tryConsume(1);
  }

  private BucketProxy bucket(String id) {
    RemoteBucketBuilder<String> builder = manager.builder();
    if (work.what().mode() == Mode.BUCKET4J_BATCHING) {
      builder = builder.withOptimization(Optimizations.batching());
    }
    return builder.build(id, () -> configuration);
  }

  @Override
  public void close() {
    pool.close();
  }
}
