package io.goodput.sql;

import io.goodput.core.bucket.AnswerAges;
import io.goodput.core.bucket.Rate;
import io.goodput.core.time.TimeSource;
import io.goodput.sql.bucket.Client;
import io.goodput.sql.bucket.SharedBucket;
import io.goodput.sql.bucket.WorkerThreads;
import io.goodput.sql.database.Database;
import io.goodput.sql.table.BucketId;
import io.goodput.sql.table.BucketTable;
import io.goodput.sql.table.Installation;
import io.goodput.sql.table.Schema;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Token buckets in one database.
 *
 * <pre>
 * try (TokenBuckets buckets = TokenBuckets.on(dataSource).open()) {
 *   Limit limit = Limit.of(1_000).per(Duration.ofSeconds(1)).burst(60_000);
 *   boolean admitted = buckets.bucket("tenant-42", limit).tryAcquire();
 * }
 * </pre>
 *
 * <p>Thread-safe. A process needs one instance for each database, with any number of buckets.
 */
public final class TokenBuckets implements AutoCloseable {

  private final Database database;
  private final WorkerThreads workers;
  private final Client client;
  private final Schema schema;
  private final long nanosToForget;
  private final AtomicBoolean sweeps = new AtomicBoolean();
  private final ConcurrentMap<String, OpenBucket> buckets = new ConcurrentHashMap<>();

  private TokenBuckets(Builder builder) {
    TimeSource time = TimeSource.system();
    BucketListener listener = new SafeListener(builder.listener, time);
    database =
        builder.source.open(
            builder.isolation.level(), builder.concurrency, listener::retried, time);
    workers = new WorkerThreads(builder.concurrency);
    schema = builder.schema;
    nanosToForget = builder.timeToForget.toNanos();
    BucketTable table = new BucketTable(database, schema, time);
    client =
        new Client(table, workers, listener, time, new AnswerAges(), builder.patience.toMillis());
  }

  /** Opens the database that a builder was created for. */
  @FunctionalInterface
  private interface Source {
    Database open(int isolation, int concurrency, Consumer<String> onRetry, TimeSource time);
  }

  /** Uses the connections of a pool, and returns each one in the state in which it came. */
  public static Builder on(DataSource pool) {
    return new Builder(
        (isolation, concurrency, onRetry, time) ->
            Database.onPool(pool, isolation, concurrency, onRetry, time));
  }

  /** Opens connections of its own. */
  public static Builder on(String jdbcUrl) {
    return new Builder(
        (isolation, concurrency, onRetry, time) ->
            Database.onUrl(jdbcUrl, isolation, onRetry, time));
  }

  /**
   * Creates the table and the functions if they do not exist.
   *
   * @return this object
   * @throws BucketException if the database does not answer, or has a different table of that name
   */
  public TokenBuckets install() {
    new Installation(database, schema).install();
    return this;
  }

  /** Returns the leased bucket with this id, as {@link BucketOptions#of} describes. */
  public TokenBucket bucket(String id, Limit limit) {
    return bucket(id, BucketOptions.of(limit));
  }

  /**
   * Returns the bucket with this id. Does not use the database yet.
   *
   * @param id 1 to 1024 bytes of UTF-8, any text without U+0000
   * @throws IllegalArgumentException if the id is invalid, or if this process uses the bucket with
   *     other options
   */
  public TokenBucket bucket(String id, BucketOptions options) {
    OpenBucket open =
        buckets.computeIfAbsent(
            id,
            unknown ->
                new OpenBucket(BucketId.checked(unknown), options, this, create(unknown, options)));
    sweepLater();
    if (!open.options().equals(options)) {
      throw new IllegalArgumentException(
          "Bucket '%s' is in use with %s, not with %s: use the same options, or forget it first."
              .formatted(id, open.options(), options));
    }
    return open;
  }

  /**
   * Returns a bucket's unspent tokens to the database, rejects its waiting callers, and frees its
   * memory. The next use opens the bucket again.
   */
  public void forget(String id) {
    OpenBucket open = buckets.remove(id);
    if (open != null) {
      open.bucket().forget();
      open.bucket().close();
    }
  }

  /** Rejects all waiting callers, and returns unspent tokens to the database. */
  @Override
  public void close() {
    workers.close(client.patienceMillis());
    buckets.values().forEach(open -> open.bucket().close());
    database.close();
  }

  /** Opens a bucket again that the application still holds. */
  SharedBucket reopened(OpenBucket forgotten) {
    SharedBucket fresh = create(forgotten.id(), forgotten.options());
    OpenBucket candidate = new OpenBucket(forgotten.id(), forgotten.options(), this, fresh);
    OpenBucket open = buckets.merge(forgotten.id(), candidate, (found, unused) -> found);
    if (workers.areClosed()) {
      open.bucket().close();
    }
    sweepLater();
    return open.bucket();
  }

  /** The number of buckets in memory. */
  int size() {
    return buckets.size();
  }

  private void sweepLater() {
    if (!sweeps.get() && sweeps.compareAndSet(false, true)) {
      Future<?> unused = workers.later(() -> workers.run(this::sweep), nanosToForget);
    }
  }

  /** Forgets the buckets that were not used since the last sweep. */
  private void sweep() {
    for (Map.Entry<String, OpenBucket> entry : buckets.entrySet()) {
      SharedBucket bucket = entry.getValue().bucket();
      if (bucket.sweep()) {
        buckets.remove(entry.getKey(), entry.getValue());
        bucket.close();
      }
    }
    sweeps.set(false);
    if (!buckets.isEmpty()) {
      sweepLater();
    }
  }

  private SharedBucket create(String id, BucketOptions options) {
    Rate rate = options.limit().rate();
    Limit fallback = options.fallback();
    @Nullable Rate fallbackRate = fallback == null ? null : fallback.rate();
    return options.isLeased()
        ? SharedBucket.leased(id, rate, fallbackRate, client)
        : SharedBucket.direct(id, rate, fallbackRate, client);
  }

  /** Configures how buckets use the database. */
  public static final class Builder {

    private static final Duration SHORTEST_PATIENCE = Duration.ofMillis(1);
    private static final Duration LONGEST_PATIENCE = Duration.ofHours(1);
    private static final Duration SHORTEST_IDLE = Duration.ofSeconds(1);
    private static final Duration LONGEST_IDLE = Duration.ofDays(1);

    private final Source source;
    private Isolation isolation = Isolation.CONNECTION_DEFAULT;
    private Duration patience = Duration.ofMillis(500);
    private int concurrency = 8;
    private Schema schema = Schema.ON_SEARCH_PATH;
    private Duration timeToForget = Duration.ofMinutes(5);
    private BucketListener listener = BucketListener.NONE;

    private Builder(Source source) {
      this.source = source;
    }

    /**
     * Sets the isolation level of transactions. The default is {@link
     * Isolation#CONNECTION_DEFAULT}.
     */
    public Builder isolation(Isolation level) {
      this.isolation = level;
      return this;
    }

    /**
     * Sets the longest time that {@code tryAcquire} waits for the database. The default is 500 ms.
     *
     * @param longest 1 ms to 1 hour
     * @throws IllegalArgumentException if it is out of range
     */
    public Builder patience(Duration longest) {
      if (longest.compareTo(SHORTEST_PATIENCE) < 0 || longest.compareTo(LONGEST_PATIENCE) > 0) {
        throw new IllegalArgumentException(
            "A patience of %s is not possible: choose 1 ms to 1 hour.".formatted(longest));
      }
      this.patience = longest;
      return this;
    }

    /**
     * Sets the largest number of connections in use at once, which is also the number of worker
     * threads. The default is 8.
     *
     * @param connections 1 or more
     * @throws IllegalArgumentException if it is out of range
     */
    public Builder concurrency(int connections) {
      if (connections < 1) {
        throw new IllegalArgumentException(
            "A concurrency of %d is not possible: choose 1 or more.".formatted(connections));
      }
      this.concurrency = connections;
      return this;
    }

    /**
     * Sets the schema of the table and the functions. By default, the search path of each
     * connection decides.
     *
     * @param name as in the database, without quotes
     * @throws IllegalArgumentException if the database cannot have such a schema
     */
    public Builder schema(String name) {
      this.schema = Schema.of(name);
      return this;
    }

    /**
     * Sets after which time a bucket that no caller uses is forgotten, as by {@link
     * TokenBuckets#forget}; it may take twice that time. The default is 5 minutes.
     *
     * @param idle 1 second to 1 day
     * @throws IllegalArgumentException if it is out of range
     */
    public Builder forgetAfter(Duration idle) {
      if (idle.compareTo(SHORTEST_IDLE) < 0 || idle.compareTo(LONGEST_IDLE) > 0) {
        throw new IllegalArgumentException(
            "Buckets cannot be forgotten after %s: choose 1 second to 1 day.".formatted(idle));
      }
      this.timeToForget = idle;
      return this;
    }

    /** Sets the listener, which replaces an earlier one. The default ignores all events. */
    public Builder listener(BucketListener observer) {
      this.listener = observer;
      return this;
    }

    /** Returns the buckets. Opens no connection yet. */
    public TokenBuckets open() {
      return new TokenBuckets(this);
    }
  }
}
