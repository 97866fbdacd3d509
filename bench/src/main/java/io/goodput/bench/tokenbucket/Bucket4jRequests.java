package io.goodput.bench.tokenbucket;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.github.bucket4j.BucketConfiguration;
import io.github.bucket4j.distributed.BucketProxy;
import io.github.bucket4j.distributed.jdbc.PrimaryKeyMapper;
import io.github.bucket4j.distributed.proxy.ProxyManager;
import io.github.bucket4j.distributed.proxy.RemoteBucketBuilder;
import io.github.bucket4j.distributed.proxy.optimization.Optimizations;
import io.github.bucket4j.postgresql.Bucket4jPostgreSQL;
import java.time.Duration;

/**
 * Bucket4j on a pool with a connection for each thread.
 *
 * <p>It is given {@code SELECT … FOR UPDATE}, and of its optimizations at most batching: the others
 * let processes spend more than the limit.
 */
final class Bucket4jRequests implements Requests {

  static final String TABLE = "goodput_bench_bucket4j";
  static final String ID = "id";
  static final String STATE = "state";

  private final Work work;
  private final HikariDataSource pool;
  private final ProxyManager<String> manager;
  private final BucketConfiguration configuration;
  private final BucketProxy shared;

  Bucket4jRequests(Work work) {
    this.work = work;
    HikariConfig settings = new HikariConfig();
    settings.setJdbcUrl(work.url());
    settings.setMaximumPoolSize(work.threads());
    settings.setTransactionIsolation("TRANSACTION_" + work.isolation().name());
    pool = new HikariDataSource(settings);
    manager =
        Bucket4jPostgreSQL.selectForUpdateBasedBuilder(pool)
            .primaryKeyMapper(PrimaryKeyMapper.STRING)
            .table(TABLE)
            .idColumn(ID)
            .stateColumn(STATE)
            .build();
    configuration =
        BucketConfiguration.builder()
            .addLimit(
                limit ->
                    limit
                        .capacity(work.burst())
                        .refillGreedy(work.perSecond(), Duration.ofSeconds(1)))
            .build();
    shared = bucket(work.id(0, 0));
    if (work.ids() == Ids.ONE) {
      // A batch may fail if the row is not there yet.
      shared.getAvailableTokens();
    }
  }

  @Override
  public Request ofThread(int thread) {
    return switch (work.ids()) {
      // One proxy for all threads: only those that share it are batched.
      case ONE -> () -> shared.tryConsume(1);
      case DIFFERENT -> {
        BucketProxy own = bucket(work.id(thread, 0));
        yield () -> own.tryConsume(1);
      }
      case FRESH ->
          new Request() {
            private long count;

            @Override
            public boolean isGranted() {
              return bucket(work.id(thread, count++)).tryConsume(1);
            }
          };
    };
  }

  private BucketProxy bucket(String id) {
    RemoteBucketBuilder<String> builder = manager.builder();
    if (work.mode() == Mode.BUCKET4J_BATCHING) {
      builder = builder.withOptimization(Optimizations.batching());
    }
    return builder.build(id, () -> configuration);
  }

  /** It does not try again by itself, and need not: it locks the row first. */
  @Override
  public long retries() {
    return 0;
  }

  @Override
  public void close() {
    pool.close();
  }
}
