package io.goodput.sql;

import io.goodput.core.bucket.Rate;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Token buckets on one database. Thread-safe; one for each process and database is enough, with any
 * number of buckets. Closing it gives back what it has in hand.
 */
public final class TokenBuckets implements AutoCloseable {

  private final Database database;
  private final Workers workers;
  private final BucketTable table;
  private final BucketListener listener;
  private final long patienceMillis;
  private final ConcurrentMap<String, SharedBucket> buckets = new ConcurrentHashMap<>();

  private TokenBuckets(Builder builder) {
    listener = builder.listener;
    patienceMillis = builder.patience.toMillis();
    database =
        new Database(
            builder.connections(), builder.isolation, state -> Told.retried(listener, state));
    workers = new Workers(builder.concurrency);
    table = new BucketTable(database);
  }

  /** On the connections of a pool. */
  public static Builder on(DataSource pool) {
    return new Builder(new PooledConnections(pool), "");
  }

  /** On connections of its own. */
  public static Builder on(String jdbcUrl) {
    return new Builder(null, jdbcUrl);
  }

  /**
   * Creates the table and the functions if they are not there. Does nothing if they are.
   *
   * @throws BucketException if the database did not answer, or has another table of that name
   */
  public TokenBuckets install() {
    new Installation(database).install();
    return this;
  }

  /** The leased bucket of that id, as with {@link BucketOptions#of}. */
  public TokenBucket bucket(String id, long perSecond, long burst) {
    return bucket(id, BucketOptions.of(perSecond, burst));
  }

  /**
   * The bucket of that id. Asks the database for nothing yet.
   *
   * @param id 1 to 1024 bytes of UTF-8, any text without U+0000
   * @throws IllegalArgumentException if this process has that bucket with other options
   */
  public TokenBucket bucket(String id, BucketOptions options) {
    SharedBucket bucket =
        buckets.computeIfAbsent(id, unknown -> create(BucketId.checked(unknown), options));
    if (!bucket.options().equals(options)) {
      throw new IllegalArgumentException(
          "Bucket '%s' has %s already, and cannot have %s too: use one of them, or forget it first."
              .formatted(id, described(bucket.options()), described(options)));
    }
    return bucket;
  }

  /** Gives back what is in hand of a bucket, and frees the memory of it. */
  public void forget(String id) {
    SharedBucket bucket = buckets.remove(id);
    if (bucket != null) {
      bucket.close();
    }
  }

  /** Answers those who wait with no, and gives back what is in hand. */
  @Override
  public void close() {
    workers.close(patienceMillis);
    buckets.values().forEach(SharedBucket::close);
    database.close();
  }

  private SharedBucket create(String id, BucketOptions options) {
    return options.leased()
        ? new LeasedBucket(id, options, patienceMillis, table, workers, listener)
        : new DirectBucket(id, options, patienceMillis, table, workers, listener);
  }

  private static String described(BucketOptions options) {
    Rate rate = options.rate();
    return "%d/s, burst %d, %s%s"
        .formatted(
            rate.perSecond(),
            rate.burst(),
            options.leased() ? "leased" : "direct",
            options.whileAway() == null ? "" : ", admitting while away");
  }

  /** How to use the database. */
  public static final class Builder {

    private static final Duration SHORTEST_PATIENCE = Duration.ofMillis(1);
    private static final Duration LONGEST_PATIENCE = Duration.ofHours(1);

    private final @Nullable PooledConnections pool;
    private final String url;
    private Isolation isolation = Isolation.OF_CONNECTION;
    private Duration patience = Duration.ofMillis(500);
    private int concurrency = 8;
    private BucketListener listener = BucketListener.NONE;

    private Builder(@Nullable PooledConnections pool, String url) {
      this.pool = pool;
      this.url = url;
    }

    /** Of the transactions; {@link Isolation#OF_CONNECTION} if not said. */
    public Builder isolation(Isolation level) {
      this.isolation = level;
      return this;
    }

    /**
     * The longest that {@code tryAcquire} waits for the database; 500 ms if not said.
     *
     * @throws IllegalArgumentException if it is not 1 ms to 1 hour
     */
    public Builder patience(Duration longest) {
      if (longest.compareTo(SHORTEST_PATIENCE) < 0 || longest.compareTo(LONGEST_PATIENCE) > 0) {
        throw new IllegalArgumentException(
            "A patience of %s is not possible: choose 1 ms to 1 hour.".formatted(longest));
      }
      this.patience = longest;
      return this;
    }

    /** The most connections that are used at once; 8 if not said. */
    public Builder concurrency(int connections) {
      if (connections < 1) {
        throw new IllegalArgumentException(
            "A concurrency of %d is not possible: choose 1 or more.".formatted(connections));
      }
      this.concurrency = connections;
      return this;
    }

    /** Who is told what goes on; nobody if not said. */
    public Builder listener(BucketListener told) {
      this.listener = told;
      return this;
    }

    /** Opens no connection yet. */
    public TokenBuckets open() {
      return new TokenBuckets(this);
    }

    private Connections connections() {
      return pool == null ? new OwnConnections(url, isolation) : pool;
    }
  }
}
