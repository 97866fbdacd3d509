package io.goodput.sql;

import io.goodput.core.bucket.Ask;
import io.goodput.core.bucket.Grant;
import io.goodput.core.bucket.Leases;
import io.goodput.core.time.TimeSource;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Spends tokens in hand, and asks the database for more in one statement at a time, on behalf of
 * all who wait and ahead of need.
 */
final class LeasedBucket extends SharedBucket {

  private final BucketTable table;
  private final Workers workers;
  private final BucketListener listener;
  private final Leases leases;
  private final Queue<Waiter> waiters = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean willAskLater = new AtomicBoolean();

  LeasedBucket(
      String id,
      BucketOptions options,
      long patienceMillis,
      BucketTable table,
      Workers workers,
      BucketListener listener) {
    super(id, options, patienceMillis, workers, TimeSource.system());
    this.table = table;
    this.workers = workers;
    this.listener = listener;
    this.leases = new Leases(options.rate(), TimeSource.system());
  }

  @Override
  public boolean tryAcquire(long tokens) {
    if (spend(checked(tokens))) {
      return true;
    }
    if (leases.pause() == 0 && !leases.isAway()) {
      return super.tryAcquire(tokens);
    }
    if (leases.isAway() && leases.pause() == 0) {
      ask();
    }
    return withoutAsking(tokens);
  }

  @Override
  boolean spend(long tokens) {
    if (!leases.spend(tokens)) {
      return false;
    }
    if (leases.isLow() && leases.pause() == 0) {
      ask();
    }
    return true;
  }

  @Override
  boolean isAway() {
    return leases.isAway();
  }

  @Override
  void enqueue(Waiter waiter) {
    if (leases.isAway() && whileAway(waiter.tokens())) {
      waiter.complete(true);
      return;
    }
    waiters.add(waiter);
    if (workers.areClosed()) {
      refuseAll();
    } else {
      askSoon();
    }
  }

  @Override
  void close() {
    refuseAll();
    for (Leases.Unspent unspent : leases.surrender()) {
      try {
        table.giveBack(id(), rate(), unspent, patienceMillis());
      } catch (SQLException e) {
        Told.failed(listener, id(), e);
      }
    }
  }

  private void askSoon() {
    long pause = leases.pause();
    if (pause == 0) {
      ask();
    } else if (willAskLater.compareAndSet(false, true)) {
      workers.later(
          () -> {
            willAskLater.set(false);
            askSoon();
          },
          Math.max(pause, SHORTEST_PAUSE));
    }
  }

  private void ask() {
    if (leases.beginAsking() && !workers.run(this::askNow)) {
      leases.cancelAsking();
      refuseAll();
    }
  }

  private void refuseAll() {
    waiters.forEach(waiter -> waiter.complete(false));
  }

  private void askNow() {
    List<Waiter> served = waitersThatLeasesDoNotServe();
    long due = served.stream().mapToLong(Waiter::tokens).sum();
    long least = served.stream().mapToLong(Waiter::tokens).min().orElse(1);
    Ask ask = leases.ask(least, due);
    if (ask.most() == 0) {
      leases.cancelAsking();
    } else {
      ask(ask, served);
    }
    if (leases.pause() > 0) {
      answerThoseWhoDoNotWaitForTokens();
    }
    waiters.removeIf(Waiter::isDone);
    if (!waiters.isEmpty()) {
      askSoon();
    }
  }

  /**
   * They came too late for the answer that the pause is for, and shall not wait for the end of it.
   */
  private void answerThoseWhoDoNotWaitForTokens() {
    for (Waiter waiter : waiters) {
      if (!waiter.isPatient() && !waiter.isDone()) {
        waiter.complete(leases.spend(waiter.tokens()) || withoutAsking(waiter.tokens()));
      }
    }
  }

  private boolean withoutAsking(long tokens) {
    leases.missed(tokens);
    return leases.isAway() && whileAway(tokens);
  }

  private void ask(Ask ask, List<Waiter> served) {
    long millis = served.stream().mapToLong(this::patienceFor).max().orElse(patienceMillis());
    long begin = System.nanoTime();
    Grant grant;
    try {
      grant = table.take(id(), rate(), ask, millis);
    } catch (SQLException e) {
      leases.failed();
      Told.failed(listener, id(), e);
      served.forEach(
          waiter -> {
            boolean admitted = whileAway(waiter.tokens());
            if (admitted || !waiter.isPatient()) {
              waiter.complete(admitted);
            }
          });
      return;
    }
    Told.answered(listener, id(), ask.most(), grant.tokens(), System.nanoTime() - begin);
    long rest = grant.tokens();
    for (Waiter waiter : served) {
      if (waiter.tokens() <= rest && waiter.complete(true)) {
        rest -= waiter.tokens();
      }
    }
    leases.answered(ask, grant, rest);
    served.stream().filter(waiter -> !waiter.isPatient()).forEach(waiter -> waiter.complete(false));
  }

  /** Those in front of the queue that a bucket could serve together. */
  private List<Waiter> waitersThatLeasesDoNotServe() {
    List<Waiter> rest = new ArrayList<>();
    long due = 0;
    for (Waiter waiter : waiters) {
      if (waiter.isDone()) {
        continue;
      }
      if (rest.isEmpty() && leases.spend(waiter.tokens())) {
        waiter.complete(true);
        continue;
      }
      if (due + waiter.tokens() > rate().burst()) {
        break;
      }
      due += waiter.tokens();
      rest.add(waiter);
    }
    return rest;
  }
}
