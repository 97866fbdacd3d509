package io.goodput.sql;

import io.goodput.core.bucket.Ask;
import io.goodput.core.bucket.Grant;
import io.goodput.core.time.TimeSource;
import java.sql.SQLException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** One statement for each request. */
final class DirectBucket extends SharedBucket {

  private final BucketTable table;
  private final Workers workers;
  private final BucketListener listener;
  private final Set<Waiter> waiters = ConcurrentHashMap.newKeySet();
  private volatile boolean away;

  DirectBucket(
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
  }

  @Override
  boolean spend(long tokens) {
    return false;
  }

  @Override
  boolean isAway() {
    return away;
  }

  @Override
  void enqueue(Waiter waiter) {
    waiters.add(waiter);
    if (!workers.run(() -> ask(waiter))) {
      decide(waiter, false);
    }
  }

  @Override
  void close() {
    waiters.forEach(waiter -> decide(waiter, false));
  }

  private void ask(Waiter waiter) {
    if (waiter.isDone()) {
      waiters.remove(waiter);
      return;
    }
    long begin = System.nanoTime();
    Grant grant;
    try {
      grant = table.take(id(), rate(), Ask.forOne(waiter.tokens()), patienceFor(waiter));
    } catch (SQLException e) {
      away = true;
      Told.failed(listener, id(), e);
      again(waiter, whileAway(waiter.tokens()), PAUSE_WHILE_AWAY);
      return;
    }
    away = false;
    Told.answered(listener, id(), waiter.tokens(), grant.tokens(), System.nanoTime() - begin);
    again(waiter, grant.tokens() > 0, TimeUnit.MICROSECONDS.toNanos(grant.enoughIn()));
  }

  private void again(Waiter waiter, boolean decided, long pause) {
    if (decided || !waiter.isPatient()) {
      decide(waiter, decided);
    } else if (!workers.later(() -> enqueue(waiter), Math.max(pause, SHORTEST_PAUSE))) {
      decide(waiter, false);
    }
  }

  private void decide(Waiter waiter, boolean acquired) {
    waiter.complete(acquired);
    waiters.remove(waiter);
  }
}
