package io.goodput.cli.console;

import io.goodput.buckets.Limits;
import io.goodput.buckets.postgresql.admin.BucketLevel;
import io.goodput.buckets.postgresql.admin.BucketRows;
import io.goodput.cli.Printed;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Samples the emptiest token buckets of a database while they are asked for, on a thread of its
 * own, so that a slow database delays no frame. Thread-safe.
 */
final class BucketSampler implements AutoCloseable {

  private static final int MOST_BUCKETS = 50;
  private static final long TIMEOUT_MILLIS = 10_000;
  private static final long INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(5);

  /** The database works for the console at most this part of the time. */
  private static final int BUSY_PART = 20;

  /**
   * What the page shows.
   *
   * @param problem why there is nothing new to show; null if all is well
   */
  record Sample(List<Line> buckets, @Nullable String problem) {}

  /**
   * A bucket.
   *
   * @param tokens in it, by the limit that leaves the smallest part
   */
  record Line(String id, String limits, long tokens, long burst) {

    static Line of(BucketLevel level) {
      Limits limits = level.bucket().limits().orElseThrow();
      return new Line(level.bucket().id(), limits.toString(), level.tokens(), level.burst());
    }
  }

  private final Supplier<List<BucketLevel>> emptiest;
  private final Runnable end;
  private final AtomicBoolean isSampling = new AtomicBoolean();
  private volatile Sample latest = new Sample(List.of(), "The database has not answered yet.");
  private volatile long nextAt = System.nanoTime();

  /** A sampler, which closes the rows. */
  BucketSampler(BucketRows rows) {
    this(() -> rows.emptiest(MOST_BUCKETS, TIMEOUT_MILLIS), rows::close);
  }

  /** A sampler, which runs {@code end} when it is closed. */
  BucketSampler(Supplier<List<BucketLevel>> emptiest, Runnable end) {
    this.emptiest = emptiest;
    this.end = end;
  }

  /** The latest sample. Starts the next one if it is time. */
  Sample latest() {
    if (nextAt - System.nanoTime() <= 0 && isSampling.compareAndSet(false, true)) {
      Thread thread = new Thread(this::sample, "console-buckets");
      thread.setDaemon(true);
      thread.start();
    }
    return latest;
  }

  private void sample() {
    long began = System.nanoTime();
    try {
      latest = new Sample(emptiest.get().stream().map(Line::of).toList(), null);
    } catch (RuntimeException e) {
      latest = new Sample(latest.buckets(), Printed.masked(e.getMessage()));
    } finally {
      long now = System.nanoTime();
      nextAt = now + Math.max(INTERVAL_NANOS, BUSY_PART * (now - began));
      isSampling.set(false);
    }
  }

  @Override
  public void close() {
    end.run();
  }
}
