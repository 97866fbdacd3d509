package io.goodput.lab.bench.tokenbucket;

import com.zaxxer.hikari.HikariDataSource;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.BucketConfiguration;
import io.github.bucket4j.distributed.jdbc.PrimaryKeyMapper;
import io.github.bucket4j.distributed.proxy.ProxyManager;
import io.github.bucket4j.distributed.proxy.RemoteBucketBuilder;
import io.github.bucket4j.distributed.proxy.optimization.Optimizations;
import io.github.bucket4j.postgresql.Bucket4jPostgreSQL;
import io.goodput.lab.bench.tokenbucket.BucketCase.Ids;
import io.goodput.lab.bench.tokenbucket.BucketCase.Mode;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Bucket4j with {@code SELECT … FOR UPDATE}, or with advisory locks, on a pool with a connection
 * for each thread. Of its optimizations it uses at most batching: with the others, processes can
 * exceed the limit.
 */
final class Bucket4jClient extends BucketClient {

  static final String TABLE = "goodput_bench_bucket4j";

  private final BucketConfiguration configuration;
  private final HikariDataSource pool;
  private final ProxyManager<String> manager;
  private final Map<String, Bucket> shared = new HashMap<>();

  Bucket4jClient(Work work) {
    super(work);
    BucketCase what = work.what();
    configuration =
        BucketConfiguration.builder()
            .addLimit(
                it ->
                    it.capacity(what.rate().burst())
                        .refillGreedy(what.perSecond(), Duration.ofSeconds(1)))
            .build();
    pool = pool(work);
    manager = manager(pool, what.mode());
  }

  private static ProxyManager<String> manager(HikariDataSource pool, Mode mode) {
    return mode == Mode.BUCKET4J_ADVISORY
        ? Bucket4jPostgreSQL.advisoryLockBasedBuilder(pool)
            .primaryKeyMapper(PrimaryKeyMapper.STRING)
            .table(TABLE)
            .build()
        : Bucket4jPostgreSQL.selectForUpdateBasedBuilder(pool)
            .primaryKeyMapper(PrimaryKeyMapper.STRING)
            .table(TABLE)
            .build();
  }

  @Override
  BooleanSupplier asking(Supplier<String> ids) {
    if (work.what().ids().vary()) {
      return () -> bucket(ids.get()).tryConsume(1);
    }
    // Batches only form between threads that share a proxy.
    Bucket bucket =
        work.what().ids() == Ids.ONE
            ? shared.computeIfAbsent(ids.get(), this::created)
            : bucket(ids.get());
    return () -> bucket.tryConsume(1);
  }

  /** With its row: a batch can fail without it. */
  private Bucket created(String id) {
    Bucket created = bucket(id);
    created.getAvailableTokens();
    return created;
  }

  private Bucket bucket(String id) {
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
