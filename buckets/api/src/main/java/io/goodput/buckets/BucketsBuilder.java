package io.goodput.buckets;

import io.goodput.buckets.store.BucketStore;
import io.goodput.core.time.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Configures how buckets use their store, and opens them. Not thread-safe.
 *
 * @param <B> the type of the builder itself
 */
public abstract class BucketsBuilder<B extends BucketsBuilder<B>> {

  private static final Duration SHORTEST_TIMEOUT = Duration.ofMillis(1);
  private static final Duration LONGEST_TIMEOUT = Duration.ofHours(1);
  private static final Duration SHORTEST_IDLE = Duration.ofSeconds(1);
  private static final Duration LONGEST_IDLE = Duration.ofDays(1);

  Duration timeout = Duration.ofMillis(500);
  int concurrency = 8;
  Duration timeToForget = Duration.ofMinutes(5);
  int mostIds = 100_000;
  boolean requiresStatedLimits;
  final List<BucketListener> listeners = new ArrayList<>();

  /**
   * Opens the store of these buckets, which is closed with them. Must not use it yet.
   *
   * @param concurrency the largest number of requests at once
   * @param onRetry receives the SQLSTATE of each transaction that is retried
   * @param time must be used for the moments in the store's answers
   * @hidden not part of the API
   */
  protected abstract BucketStore store(int concurrency, Consumer<String> onRetry, TimeSource time);

  /**
   * Sets the longest time that {@code tryAcquire} waits for the database. The default is 500 ms.
   *
   * @param longest 1 ms to 1 hour
   * @throws IllegalArgumentException if it is out of range
   */
  public B timeout(Duration longest) {
    if (longest.compareTo(SHORTEST_TIMEOUT) < 0 || longest.compareTo(LONGEST_TIMEOUT) > 0) {
      throw new IllegalArgumentException(
          "A timeout of %s is not possible: choose 1 ms to 1 hour.".formatted(longest));
    }
    this.timeout = longest;
    return self();
  }

  /**
   * Sets the largest number of connections in use at once, which is also the number of worker
   * threads. The default is 8.
   *
   * @param connections 1 or more
   * @throws IllegalArgumentException if it is out of range
   */
  public B concurrency(int connections) {
    if (connections < 1) {
      throw new IllegalArgumentException(
          "A concurrency of %d is not possible: choose 1 or more.".formatted(connections));
    }
    this.concurrency = connections;
    return self();
  }

  /**
   * Sets after which time a bucket that no caller uses is forgotten, as by {@link
   * TokenBuckets#forget}; it may take twice that time. The default is 5 minutes.
   *
   * @param idle 1 second to 1 day
   * @throws IllegalArgumentException if it is out of range
   */
  public B forgetAfter(Duration idle) {
    if (idle.compareTo(SHORTEST_IDLE) < 0 || idle.compareTo(LONGEST_IDLE) > 0) {
      throw new IllegalArgumentException(
          "Buckets cannot be forgotten after %s: choose 1 second to 1 day.".formatted(idle));
    }
    this.timeToForget = idle;
    return self();
  }

  /**
   * Sets how many buckets stay in memory, as far as they are idle: with more, those are forgotten
   * that no caller has used recently. The default is 100000.
   *
   * @param most 1 or more
   * @throws IllegalArgumentException if it is out of range
   */
  public B remember(int most) {
    if (most < 1) {
      throw new IllegalArgumentException(
          "%d buckets cannot be remembered: choose 1 or more.".formatted(most));
    }
    this.mostIds = most;
    return self();
  }

  /**
   * Lets calls throw a {@link BucketException} while other limits are in force than those that this
   * process states. By default, this process follows the limits in force, and logs the difference.
   */
  public B requireStatedLimits() {
    this.requiresStatedLimits = true;
    return self();
  }

  /** Adds a listener, which gets all events after the listeners that were added before. */
  public B listener(BucketListener observer) {
    listeners.add(observer);
    return self();
  }

  /**
   * Returns the buckets, and connects to their store, so that the first calls find a connection. If
   * the store does not answer within the {@linkplain #timeout timeout}, and at least 2 s, a log
   * line says so. The buckets then work as in any outage.
   *
   * @throws IllegalArgumentException if there cannot be a connection, such as for lack of a driver
   */
  public TokenBuckets open() {
    TokenBuckets buckets = new TokenBuckets(this);
    buckets.connect();
    return buckets;
  }

  /** What moves the time of these buckets; null for the clocks of this machine. */
  @Nullable ManualClock manualClock() {
    return null;
  }

  @SuppressWarnings("unchecked")
  private B self() {
    return (B) this;
  }
}
