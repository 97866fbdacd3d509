package io.goodput.buckets.lease;

import io.goodput.buckets.BucketException;
import io.goodput.buckets.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.function.LongPredicate;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The waiters of a leased bucket, in order of arrival. Thread-safe. */
final class WaiterQueue {

  private final Queue<Waiter> waiters = new ConcurrentLinkedQueue<>();

  void add(Waiter waiter) {
    waiters.add(waiter);
  }

  void remove(Waiter waiter) {
    waiters.remove(waiter);
  }

  boolean isEmpty() {
    return waiters.isEmpty();
  }

  /**
   * Admits waiters at the head of the queue from tokens in hand, and returns the ones after them
   * that a full bucket could serve together, at least one of them.
   *
   * @param first a waiter that is alone in the batch; null for any
   * @param spend spends tokens in hand, all or none
   * @param burst tokens in a full bucket
   */
  Batch next(@Nullable Waiter first, LongPredicate spend, long burst) {
    if (first != null) {
      return new Batch(List.of(first));
    }
    List<Waiter> batch = new ArrayList<>();
    long tokens = 0;
    for (Waiter waiter : waiters) {
      if (waiter.isAnswered()) {
        continue;
      }
      if (batch.isEmpty() && spend.test(waiter.tokens())) {
        waiter.answer(Reason.ADMITTED);
        continue;
      }
      if (!batch.isEmpty() && tokens + waiter.tokens() > burst) {
        break;
      }
      tokens += waiter.tokens();
      batch.add(waiter);
    }
    return new Batch(batch);
  }

  /** The first waiter without an answer that passes a test; null if no waiter does. */
  @Nullable Waiter first(Predicate<Waiter> test) {
    for (Waiter waiter : waiters) {
      if (!waiter.isAnswered() && test.test(waiter)) {
        return waiter;
      }
    }
    return null;
  }

  /** All waiters without an answer. */
  Batch all() {
    return new Batch(waiters.stream().filter(waiter -> !waiter.isAnswered()).toList());
  }

  /** The waiters without an answer that do not wait for tokens. */
  List<Waiter> impatient() {
    return waiters.stream()
        .filter(waiter -> !waiter.waitsForTokens() && !waiter.isAnswered())
        .toList();
  }

  void failAll(BucketException problem) {
    waiters.forEach(waiter -> waiter.fail(problem));
  }

  void rejectAll(Reason reason) {
    waiters.forEach(waiter -> waiter.answer(reason));
  }

  /** Hands all waiters to another queue. */
  void moveTo(Consumer<Waiter> other) {
    for (Waiter waiter = waiters.poll(); waiter != null; waiter = waiters.poll()) {
      if (!waiter.isAnswered()) {
        other.accept(waiter);
      }
    }
  }

  void removeAnswered() {
    waiters.removeIf(Waiter::isAnswered);
  }
}
