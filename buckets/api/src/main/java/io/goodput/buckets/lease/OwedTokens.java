package io.goodput.buckets.lease;

import io.goodput.buckets.Reason;
import io.goodput.buckets.StoreException;
import io.goodput.buckets.store.BucketStore;
import io.goodput.core.bucket.Grant;
import io.goodput.core.bucket.TokenRequest;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Tokens that the bucket owes to callers of this process. A caller is admitted when its tokens have
 * flowed in. If it gives up before, they go back. Thread-safe.
 */
final class OwedTokens {

  private final StoredBucket stored;
  private final Client client;
  private final Set<Waiter> waiters = ConcurrentHashMap.newKeySet();

  OwedTokens(StoredBucket stored, Client client) {
    this.stored = stored;
    this.client = client;
  }

  /**
   * Admits a waiter when its tokens have flowed in.
   *
   * @param request whose answer owes the tokens
   * @param again for a waiter whose tokens have expired and are lost, because the timer was late
   */
  void await(
      Waiter waiter, TokenRequest request, BucketStore.Answer answer, Consumer<Waiter> again) {
    Grant grant = answer.grant();
    AtomicBoolean isOwed = new AtomicBoolean(true);
    Runnable putBack =
        () -> {
          if (isOwed.compareAndSet(true, false)) {
            stored.refund(grant.tokens());
          }
        };
    Runnable deliver =
        () -> {
          long age = client.time().monotonicNanos() - answer.since();
          if (request.isOver(age, grant)) {
            isOwed.set(false);
            waiters.remove(waiter);
            again.accept(waiter);
          } else {
            waiter.answer(Reason.ADMITTED);
          }
        };
    waiters.add(waiter);
    waiter.whenAnswered(
        (reason, problem) -> {
          waiters.remove(waiter);
          if (reason == null || !reason.admits()) {
            putBack.run();
          }
        });
    Future<?> timer = later(deliver, grant.nanosUntilSpent());
    if (timer == null) {
      waiter.answer(client.workers().areClosed() ? Reason.CLOSED : Reason.UNAVAILABLE);
    }
    waiter.whenAnswered((reason, problem) -> cancel(timer));
  }

  /** Null if no timer could be started. */
  private @Nullable Future<?> later(Runnable deliver, long nanos) {
    try {
      return client.workers().later(deliver, nanos);
    } catch (RuntimeException | Error e) {
      stored.reportFailure(new StoreException("The timer did not start: " + e, e));
      return null;
    }
  }

  private static void cancel(@Nullable Future<?> timer) {
    if (timer != null) {
      timer.cancel(false);
    }
  }

  boolean isEmpty() {
    return waiters.isEmpty();
  }

  /** Rejects all waiters. */
  void rejectAll(Reason reason) {
    waiters.forEach(waiter -> waiter.answer(reason));
  }
}
