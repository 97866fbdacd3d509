package io.goodput.buckets;

import io.goodput.core.time.Nanos;
import io.goodput.core.time.TimeSource;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * Calls all listeners, and ignores their exceptions, so that buckets keep working. Logs problems,
 * at most one of a kind in ten seconds.
 */
final class SafeListener implements BucketListener {

  private static final System.Logger LOG = System.getLogger(TokenBuckets.class.getName());
  private static final long PAUSE = 10 * Nanos.PER_SECOND;

  private final BucketListener[] listeners;
  private final TimeSource time;
  private final AtomicLong failuresFrom;
  private final AtomicLong differencesFrom;

  SafeListener(List<BucketListener> listeners, TimeSource time) {
    this.listeners = listeners.toArray(BucketListener[]::new);
    this.time = time;
    this.failuresFrom = new AtomicLong(time.monotonicNanos());
    this.differencesFrom = new AtomicLong(time.monotonicNanos());
  }

  /** Whether any listener observes these buckets. */
  boolean hasListeners() {
    return listeners.length > 0;
  }

  /** Allocates nothing, because callers that spend from a lease come here, too. */
  @Override
  public void decided(String id, long tokens, Verdict verdict) {
    for (BucketListener listener : listeners) {
      try {
        listener.decided(id, tokens, verdict);
      } catch (RuntimeException | Error e) {
        // A faulty listener must not stop a bucket.
      }
    }
  }

  @Override
  public void answered(String id, long requested, long granted, Duration took) {
    call(listener -> listener.answered(id, requested, granted, took));
  }

  @Override
  public void waited(String id, boolean admitted, Duration took) {
    call(listener -> listener.waited(id, admitted, took));
  }

  @Override
  public void failed(String id, Exception problem) {
    if (isDue(failuresFrom)) {
      try {
        LOG.log(
            Level.WARNING,
            "A request for tokens of bucket ''{0}'' failed: {1}",
            id,
            String.valueOf(problem.getMessage()).lines().findFirst().orElse(""));
      } catch (RuntimeException | Error e) {
        // A faulty handler of a log must not stop a bucket.
      }
    }
    call(listener -> listener.failed(id, problem));
  }

  @Override
  public void retried(String sqlState) {
    call(listener -> listener.retried(sqlState));
  }

  @Override
  public void limitsDiffer(String id, String inForce) {
    if (isDue(differencesFrom)) {
      try {
        LOG.log(
            Level.WARNING,
            "Bucket ''{0}'' has other limits than this process states ({1}). This process follows"
                + " them until no process has stated them for a minute, or as long as they are"
                + " defined: state the same ones.",
            id,
            inForce);
      } catch (RuntimeException | Error e) {
        // A faulty handler of a log must not stop a bucket.
      }
    }
    call(listener -> listener.limitsDiffer(id, inForce));
  }

  private boolean isDue(AtomicLong from) {
    long due = from.get();
    long now = time.monotonicNanos();
    return now - due >= 0 && from.compareAndSet(due, now + PAUSE);
  }

  private void call(Consumer<BucketListener> event) {
    for (BucketListener listener : listeners) {
      try {
        event.accept(listener);
      } catch (RuntimeException | Error e) {
        // A faulty listener must not stop a bucket.
      }
    }
  }
}
