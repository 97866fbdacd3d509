package io.goodput.buckets;

import io.goodput.buckets.lease.Client;
import io.goodput.buckets.lease.LeasedBucket;
import io.goodput.buckets.lease.WorkerThreads;
import io.goodput.buckets.store.BucketId;
import io.goodput.buckets.store.BucketStore;
import io.goodput.buckets.store.SingleTask;
import io.goodput.buckets.store.Workers;
import io.goodput.core.bucket.Rates;
import io.goodput.core.time.Nanos;
import io.goodput.core.time.TimeSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Token buckets in one store, such as a database.
 *
 * <pre>
 * try (TokenBuckets buckets = PostgresBuckets.on(dataSource).open()) {
 *   Limit limit = Limit.of(1_000).per(Duration.ofSeconds(1)).burst(60_000);
 *   boolean admitted = buckets.bucket("tenant-42", limit).tryAcquire().admitted();
 * }
 * </pre>
 *
 * <p>Thread-safe. A process needs one instance for each database, with any number of buckets.
 */
public final class TokenBuckets implements AutoCloseable {

  private static final System.Logger LOG = System.getLogger(TokenBuckets.class.getName());

  /** The first connection may take longer than a call should wait. */
  private static final long CONNECTING_MILLIS = 2_000;

  private final BucketStore store;
  private final Workers workers;
  private final SafeListener listener;
  private final Client client;
  private final boolean isMovedByHand;
  private final Usage usage;
  private final long nanosToForget;
  private final int mostIds;
  private final SingleTask sweeping = new SingleTask();
  private final SingleTask roomMaking = new SingleTask();

  /** When the latest sweep to make room began, in monotonic nanoseconds. */
  private volatile long madeRoomAt;

  private final ConcurrentMap<String, Handle> buckets = new ConcurrentHashMap<>();

  TokenBuckets(BucketsBuilder<?> builder) {
    ManualClock clock = builder.manualClock();
    isMovedByHand = clock != null;
    TimeSource time = clock == null ? TimeSource.system() : clock.time();
    workers =
        clock == null ? new WorkerThreads(builder.concurrency) : clock.workers(builder.concurrency);
    listener = new SafeListener(builder.listeners, time);
    store = builder.store(builder.concurrency, listener::retried, time);
    nanosToForget = builder.timeToForget.toNanos();
    mostIds = builder.mostIds;
    madeRoomAt = time.monotonicNanos() - Nanos.PER_SECOND;
    client =
        new Client(
            store,
            workers,
            listener,
            time,
            builder.requiresStatedLimits,
            builder.timeout.toMillis());
    usage = new Usage(client.calls(), this::unspent);
  }

  /** Connects to the store. If it does not answer, calls do not wait for it any more. */
  void connect() {
    long begin = client.time().monotonicNanos();
    try {
      store.connect(Math.max(client.timeoutMillis(), CONNECTING_MILLIS));
    } catch (StoreException | RuntimeException e) {
      if (e instanceof StoreException problem && problem.isUnavailable()) {
        client.availability().failed(begin);
      }
      LOG.log(
          System.Logger.Level.WARNING,
          "The buckets are open, but cannot use their database yet: {0}",
          String.valueOf(e.getMessage()));
    }
  }

  /** Keeps buckets in the memory of this process, for a single process or for tests. */
  public static MemoryBuckets inMemory() {
    return new MemoryBuckets();
  }

  /**
   * Keeps buckets in any store, which is closed with these buckets.
   *
   * @hidden not part of the API
   */
  public static BucketsBuilder<?> on(BucketStore store) {
    return new AnyStore(store);
  }

  /**
   * Creates what the store needs, unless it is there.
   *
   * @return this object
   * @throws BucketException if that is not possible, for instance because the database does not
   *     answer, or has a different table of that name
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
    Handle open =
        buckets.computeIfAbsent(
            id,
            unknown ->
                new Handle(BucketId.checked(unknown), options, this, create(unknown, options)));
    lookAfterMemory();
    if (!open.options().equals(options)) {
      throw new IllegalArgumentException(
          "Bucket '%s' is in use with %s, not with %s: use the same options, or TokenBuckets.change."
              .formatted(id, open.options(), options));
    }
    return open;
  }

  /**
   * Changes how this process uses a bucket, such as its limits, and returns the bucket, as {@link
   * #bucket(String, BucketOptions)} does. Use the returned object from then on.
   *
   * <p>Callers that wait keep waiting. The tokens that this process has leased go back. The limits
   * in the options come in force at once for all processes, and the level stays, as far as the
   * bursts permit. But if other processes still state the limits before, these may stay in force
   * until a minute after those processes have stopped to state them. Limits that an operator has
   * defined stay in force.
   *
   * <p>Uses the database if the options differ from those before, and waits for it for the {@link
   * BucketsBuilder#timeout} at most for each of up to four statements. If it does not answer, the
   * limits before may stay in force for a minute.
   *
   * @throws IllegalArgumentException if the id is invalid
   */
  public TokenBucket change(String id, BucketOptions options) {
    Handle seen = buckets.get(id);
    if (seen == null || !seen.options().equals(options)) {
      seen = changed(id, options);
    }
    lookAfterMemory();
    return seen;
  }

  private Handle changed(String id, BucketOptions options) {
    AtomicReference<@Nullable LeasedBucket> before = new AtomicReference<>();
    Handle open =
        buckets.compute(
            id,
            (unused, found) -> {
              if (found != null && found.options().equals(options)) {
                return found;
              }
              if (found != null) {
                before.set(found.bucket());
                found.follow(options);
              }
              return new Handle(BucketId.checked(id), options, this, create(id, options));
            });
    LeasedBucket replaced = before.get();
    if (replaced != null) {
      replaced.replaceBy(open.bucket());
    }
    return open;
  }

  /**
   * Takes tokens from all of these buckets, or from none. Takes them as {@link
   * TokenBucket#tryAcquire(long)} does, from one bucket after the other in the order of their ids,
   * and puts them back if a bucket refuses: until then, other callers lack the tokens of the
   * buckets before it. What goes back is a {@linkplain TokenBucket#refund refund}.
   *
   * <pre>
   * buckets.tryAcquireAll(Map.of(user, 1L, tenant, 1L)).admitted()
   * </pre>
   *
   * @param tokens of each bucket
   * @throws IllegalArgumentException if there is no bucket, or a number is out of range
   */
  public JointVerdict tryAcquireAll(Map<TokenBucket, Long> tokens) {
    return JointVerdict.of(tokens);
  }

  /**
   * Returns a bucket's unspent tokens to the database, rejects its waiting callers, and frees its
   * memory. The next use opens the bucket again.
   */
  public void forget(String id) {
    Handle open = buckets.remove(id);
    if (open != null) {
      open.bucket().forget();
      open.bucket().close();
    }
  }

  /** Rejects all waiting callers, and returns unspent tokens to the database. */
  @Override
  public void close() {
    workers.close(client.timeoutMillis());
    buckets.values().forEach(open -> open.bucket().close());
    store.close();
  }

  /** Opens a bucket again that the application still holds. */
  Handle reopened(Handle forgotten) {
    LeasedBucket fresh = create(forgotten.id(), forgotten.options());
    Handle candidate = new Handle(forgotten.id(), forgotten.options(), this, fresh);
    Handle open =
        buckets.merge(
            forgotten.id(), candidate, (found, other) -> found.bucket().use() ? found : other);
    if (workers.areClosed()) {
      open.bucket().close();
    }
    forgotten.follow(open.options());
    lookAfterMemory();
    return open;
  }

  SafeListener listener() {
    return listener;
  }

  /** Whether another thread has to move the clock before a call that waits gets its answer. */
  boolean isMovedByHand() {
    return isMovedByHand;
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
   * that are in use, unless more ids arrive than the memory can hold.
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
    for (Map.Entry<String, Handle> entry : buckets.entrySet()) {
      if (buckets.size() <= downTo) {
        return;
      }
      LeasedBucket bucket = entry.getValue().bucket();
      if (bucket.sweep()) {
        buckets.remove(entry.getKey(), entry.getValue());
        bucket.close();
      }
    }
  }

  private LeasedBucket create(String id, BucketOptions options) {
    Limits limits = options.limits();
    Limits fallback = options.fallback();
    @Nullable Rates stated = limits == null ? null : limits.rates();
    @Nullable Rates ofProcess = fallback == null ? null : fallback.rates();
    boolean isDirect = isMovedByHand || !options.isLeased();
    return new LeasedBucket(id, stated, ofProcess, isDirect, client);
  }
}
