package io.goodput.buckets.postgresql;

import io.goodput.buckets.BucketsBuilder;
import io.goodput.buckets.postgresql.database.Database;
import io.goodput.buckets.postgresql.table.PostgresStore;
import io.goodput.buckets.postgresql.table.Schema;
import io.goodput.buckets.store.BucketStore;
import io.goodput.core.time.TimeSource;
import java.util.function.Consumer;
import javax.sql.DataSource;

/**
 * Opens token buckets in PostgreSQL or YugabyteDB.
 *
 * <pre>
 * try (TokenBuckets buckets = PostgresBuckets.on(dataSource).open().install()) {
 *   buckets.bucket("tenant-42", Limit.of(100).per(Duration.ofMinutes(1))).tryAcquire();
 * }
 * </pre>
 */
public final class PostgresBuckets extends BucketsBuilder<PostgresBuckets> {

  private final Source source;
  private Isolation isolation = Isolation.CONNECTION_DEFAULT;
  private Schema schema = Schema.ON_SEARCH_PATH;
  private boolean prunes = true;

  private PostgresBuckets(Source source) {
    this.source = source;
  }

  /** Opens the database. Parameters as for {@link Database#onPool}. */
  @FunctionalInterface
  private interface Source {
    Database open(int isolation, int most, Consumer<String> onRetry, TimeSource time);
  }

  /** Uses the connections of a pool, and returns each one in the state in which it came. */
  public static PostgresBuckets on(DataSource pool) {
    return new PostgresBuckets(
        (isolation, most, onRetry, time) -> Database.onPool(pool, isolation, most, onRetry, time));
  }

  /** Opens connections of its own. */
  public static PostgresBuckets on(String jdbcUrl) {
    return new PostgresBuckets(
        (isolation, most, onRetry, time) -> Database.onUrl(jdbcUrl, isolation, onRetry, time));
  }

  /**
   * Sets the isolation level of transactions. The default is {@link Isolation#CONNECTION_DEFAULT}.
   */
  public PostgresBuckets isolation(Isolation level) {
    this.isolation = level;
    return this;
  }

  /**
   * Sets the schema of the table and the functions. By default, the search path of each connection
   * decides.
   *
   * @param name as in the database, without quotes
   * @throws IllegalArgumentException if the database cannot have such a schema
   */
  public PostgresBuckets schema(String name) {
    this.schema = Schema.of(name);
    return this;
  }

  /**
   * Leaves the rows of full buckets in the table. By default, each client looks at 1000 rows every
   * ten seconds, and sooner while many of them are full buckets, and removes those, unless its role
   * must not delete rows.
   */
  public PostgresBuckets withoutPruning() {
    this.prunes = false;
    return this;
  }

  /**
   * Opens the store.
   *
   * @hidden not part of the API
   */
  @Override
  protected BucketStore store(int concurrency, Consumer<String> onRetry, TimeSource time) {
    Database database = source.open(isolation.level(), concurrency, onRetry, time);
    return new PostgresStore(database, schema, prunes, time);
  }
}
