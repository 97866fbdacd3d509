package io.goodput.buckets;

import io.goodput.buckets.bucket.BucketStore;
import io.goodput.buckets.bucket.Calls;
import io.goodput.buckets.bucket.Client;
import io.goodput.buckets.bucket.LocalStore;
import io.goodput.buckets.bucket.SharedBucket;
import io.goodput.buckets.bucket.SingleTask;
import io.goodput.buckets.bucket.WorkerThreads;
import io.goodput.buckets.database.Database;
import io.goodput.buckets.table.BucketId;
import io.goodput.buckets.table.BucketTable;
import io.goodput.buckets.table.Schema;
import io.goodput.core.bucket.AnswerAges;
import io.goodput.core.bucket.Rates;
import io.goodput.core.time.Nanos;
import io.goodput.core.time.TimeSource;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Token buckets in one database.
 *
 * <pre>
 * try (TokenBuckets buckets = TokenBuckets.on(dataSource).open()) {
 *   Limit limit = Limit.of(1_000).per(Duration.ofSeconds(1)).burst(60_000);
 *   boolean admitted = buckets.bucket("tenant-42", limit).tryAcquire().admitted();
 * }
 * </pre>
 *
 * <p>Thread-safe. A process needs one instance for each database, with any number of buckets.
 */
public final class TokenBuckets implements AutoCloseable {

  private final BucketStore store;
  private final WorkerThreads workers;
  private final Client client;
  private final Usage usage;
  private final long nanosToForget;
  private final int mostIds;
  private final SingleTask sweeping = new SingleTask();
  private final SingleTask roomMaking = new SingleTask();

  /** When the latest sweep to make room began, in monotonic nanoseconds. */
  private volatile long madeRoomAt;

  private final ConcurrentMap<String, OpenBucket> buckets = new ConcurrentHashMap<>();

  private TokenBuckets(Builder builder) {
    TimeSource time = TimeSource.system();
    BucketListener listener = new SafeListener(builder.listener, time);
    store = builder.source.open(builder, listener::retried, time);
    workers = new WorkerThreads(builder.concurrency);
    nanosToForget = builder.timeToForget.toNanos();
    mostIds = builder.mostIds;
    madeRoomAt = time.monotonicNanos() - Nanos.PER_SECOND;
    client =
        new Client(
            store,
            workers,
            listener,
            time,
            new AnswerAges(),
            builder.requiresStatedLimits,
            builder.patience.toMillis(),
            new Calls());
    usage = new Usage(client.calls(), this::unspent);
  }

  /** Opens the store that a builder was created for. */
  @FunctionalInterface
  private interface Source {
    BucketStore open(Builder builder, Consumer<String> onRetry, TimeSource time);
  }

  /** Uses the connections of a pool, and returns each one in the state in which it came. */
  public static Builder on(DataSource pool) {
    return new Builder(
        (builder, onRetry, time) ->
            builder.table(
                Database.onPool(
                    pool, builder.isolation.level(), builder.concurrency, onRetry, time),
                time));
  }

  /** Opens connections of its own. */
  public static Builder on(String jdbcUrl) {
    return new Builder(
        (builder, onRetry, time) ->
            builder.table(Database.onUrl(jdbcUrl, builder.isolation.level(), onRetry, time), time));
  }

  /** Keeps buckets in the memory of this process, for a single process or for tests. */
  public static Builder inMemory() {
    return new Builder((builder, onRetry, time) -> new LocalStore(time));
  }

  /** Keeps buckets in any store, which is closed with these buckets. */
  public static Builder on(BucketStore store) {
    return new Builder((builder, onRetry, time) -> store);
  }

  /**
   * Creates or upgrades the table and the functions, unless they are up to date.
   *
   * @return this object
   * @throws BucketException if the database does not answer, or has a different table of that name
   */
  public TokenBuckets install() {
    store.install();
    return this;
  }

  /** Returns the leased bucket with this id, as {@link BucketOptions#of(Limits)} describes. */
  public TokenBucket bucket(String id, Limits limits) {
    return bucket(id, BucketOptions.of(limits));
  }

  /** Returns the leased bucket with this id and one limit. */
  public TokenBucket bucket(String id, Limit limit) {
    return bucket(id, Limits.of(limit));
  }

  /**
   * Returns the leased bucket with this id and the limits that an operator has defined, as {@link
   * BucketOptions#ofDefinedLimits} describes.
   */
  public TokenBucket bucket(String id) {
    return bucket(id, BucketOptions.ofDefinedLimits());
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
    lookAfterMemory();
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
    store.close();
  }

  /** Opens a bucket again that the application still holds. */
  SharedBucket reopened(OpenBucket forgotten) {
    SharedBucket fresh = create(forgotten.id(), forgotten.options());
    OpenBucket candidate = new OpenBucket(forgotten.id(), forgotten.options(), this, fresh);
    OpenBucket open = buckets.merge(forgotten.id(), candidate, (found, unused) -> found);
    if (workers.areClosed()) {
      open.bucket().close();
    }
    lookAfterMemory();
    return open.bucket();
  }

  /** What callers get from these buckets. */
  public Usage usage() {
    return usage;
  }

  private long unspent() {
    return buckets.values().stream().mapToLong(open -> open.bucket().unspent()).sum();
  }

  /** The number of buckets in memory. */
  int size() {
    return buckets.size();
  }

  private void lookAfterMemory() {
    sweepLater();
    int size = buckets.size();
    if (size > mostIds && isTimeToMakeRoom(size)) {
      roomMaking.start(() -> workers.run(this::makeRoom));
    }
    store.tidy(workers);
  }

  /**
   * Two sweeps forget the buckets that are not used between them. A second between them keeps those
   * that are in use, unless so many ids arrive that the memory would not suffice.
   */
  private boolean isTimeToMakeRoom(int size) {
    return size > 2L * mostIds || client.time().monotonicNanos() - madeRoomAt >= Nanos.PER_SECOND;
  }

  private void makeRoom() {
    madeRoomAt = client.time().monotonicNanos();
    try {
      forgetUnused(mostIds / 2);
    } finally {
      roomMaking.ended();
    }
  }

  private void sweepLater() {
    sweeping.start(() -> workers.later(this::startSweep, nanosToForget) != null);
  }

  private void startSweep() {
    sweeping.restart(() -> workers.run(this::sweep));
  }

  private void sweep() {
    try {
      forgetUnused(0);
    } finally {
      sweeping.ended();
    }
    if (!buckets.isEmpty()) {
      sweepLater();
    }
  }

  /** Forgets buckets that were not used since the last such call, until so few are left. */
  private void forgetUnused(int downTo) {
    for (Map.Entry<String, OpenBucket> entry : buckets.entrySet()) {
      if (buckets.size() <= downTo) {
        return;
      }
      SharedBucket bucket = entry.getValue().bucket();
      if (bucket.sweep()) {
        buckets.remove(entry.getKey(), entry.getValue());
        bucket.close();
      }
    }
  }

  private SharedBucket create(String id, BucketOptions options) {
    Limits limits = options.limits();
    Limits fallback = options.fallback();
    @Nullable Rates stated = limits == null ? null : limits.rates();
    @Nullable Rates ofProcess = fallback == null ? null : fallback.rates();
    return options.isLeased()
        ? SharedBucket.leased(id, stated, ofProcess, client)
        : SharedBucket.direct(id, stated, ofProcess, client);
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
    private int mostIds = 100_000;
    private boolean prunes = true;
    private boolean requiresStatedLimits;
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

    /**
     * Sets how many buckets stay in memory, as far as they are idle: with more, those are forgotten
     * that no caller has used recently. The default is 100000.
     *
     * @param most 1 or more
     * @throws IllegalArgumentException if it is out of range
     */
    public Builder remember(int most) {
      if (most < 1) {
        throw new IllegalArgumentException(
            "%d buckets cannot be remembered: choose 1 or more.".formatted(most));
      }
      this.mostIds = most;
      return this;
    }

    /**
     * Leaves the rows of full buckets in the table. By default, each client looks at 1000 rows
     * every ten seconds, and sooner while many of them are full buckets, and removes those, unless
     * its role must not delete rows.
     */
    public Builder withoutPruning() {
      this.prunes = false;
      return this;
    }

    /**
     * Lets calls throw a {@link BucketException} while other limits are in force than those that
     * this process states. By default, this process follows the limits in force, and logs the
     * difference.
     */
    public Builder requireStatedLimits() {
      this.requiresStatedLimits = true;
      return this;
    }

    /** Sets the listener, which replaces an earlier one. The default ignores all events. */
    public Builder listener(BucketListener observer) {
      this.listener = observer;
      return this;
    }

    private BucketStore table(Database database, TimeSource time) {
      return new BucketTable(database, schema, prunes, time);
    }

    /** Returns the buckets. Opens no connection yet. */
    public TokenBuckets open() {
      return new TokenBuckets(this);
    }
  }
}
