package io.goodput.buckets.lease;

import io.goodput.buckets.StoreException;
import io.goodput.buckets.store.SingleTask;
import io.goodput.core.time.Nanos;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/** Puts tokens back into a bucket, those of many callers in one statement. Thread-safe. */
final class Refunds {

  /** From one statement to the next. */
  private static final long PAUSE = 20 * Nanos.PER_MILLI;

  private final LongConsumer putBack;
  private final Consumer<Exception> report;
  private final Client client;
  private final LongAdder tokens = new LongAdder();
  private final SingleTask sending = new SingleTask();
  private volatile long nextAt;

  /**
   * No tokens to put back yet.
   *
   * @param putBack sends a statement; must not throw
   * @param report gets failures to start one
   */
  Refunds(LongConsumer putBack, Consumer<Exception> report, Client client) {
    this.putBack = putBack;
    this.report = report;
    this.client = client;
    this.nextAt = client.time().monotonicNanos();
  }

  /** Puts tokens back soon; takes them if they are less than 0. */
  void add(long refunded) {
    tokens.add(refunded);
    sendSoon();
  }

  /** Whether all tokens have reached the store, or are lost. */
  boolean isIdle() {
    return !sending.isStarted();
  }

  private void sendSoon() {
    long pause = nextAt - client.time().monotonicNanos();
    sending.start(
        () ->
            pause <= 0
                ? isStarted(() -> client.workers().run(this::send))
                : isStarted(() -> client.workers().later(this::sendNow, pause) != null));
  }

  private void sendNow() {
    sending.restart(() -> isStarted(() -> client.workers().run(this::send)));
  }

  private boolean isStarted(BooleanSupplier statement) {
    try {
      return statement.getAsBoolean();
    } catch (RuntimeException | Error e) {
      report.accept(new StoreException("The refund did not start: " + e, e));
      return false;
    }
  }

  /** Puts all tokens back now. */
  void send() {
    nextAt = client.time().monotonicNanos() + PAUSE;
    long sum = tokens.sumThenReset();
    if (sum != 0) {
      putBack.accept(sum);
    }
    sending.ended();
    if (tokens.sum() != 0) {
      sendSoon();
    }
  }
}
