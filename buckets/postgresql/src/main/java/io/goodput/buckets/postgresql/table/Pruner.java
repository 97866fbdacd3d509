package io.goodput.buckets.postgresql.table;

import io.goodput.buckets.store.Workers;
import io.goodput.core.time.Nanos;
import java.sql.SQLException;
import java.util.Optional;

/**
 * Lets a client remove the rows of full buckets: a batch every ten seconds, or every second while
 * there are many, or one after the other while most rows are full buckets. Stops if the role must
 * not delete. Thread-safe.
 */
final class Pruner {

  private static final long PAUSE = 10 * Nanos.PER_SECOND;
  private static final long SHORT_PAUSE = Nanos.PER_SECOND;
  private static final long SHORTEST_PAUSE = 50 * Nanos.PER_MILLI;
  private static final int MANY = Pruning.BATCH / 10;
  private static final int MOST = Pruning.BATCH / 2;
  private static final long TIMEOUT_MILLIS = 5_000;

  private static final String NO_PERMISSION = "42501";

  private final Pruning pruning;
  private final Workers workers;

  /** The last id that was looked at; used by one task at a time. */
  private volatile String last = "";

  /** Does not use the database yet. */
  Pruner(Pruning pruning, Workers workers) {
    this.pruning = pruning;
    this.workers = workers;
  }

  /** Starts with a pause. Returns false if the workers are closed. */
  boolean start() {
    return pruneAfter(PAUSE);
  }

  private boolean pruneAfter(long pause) {
    return workers.later(this::startToPrune, pause) != null;
  }

  private void startToPrune() {
    try {
      boolean unused = workers.run(this::prune);
    } catch (RuntimeException | Error e) {
      // There is no thread for it now.
      boolean unused = pruneAfter(PAUSE);
    }
  }

  private void prune() {
    try {
      Optional<Pruning.Batch> batch = pruning.after(last, "", TIMEOUT_MILLIS);
      last = batch.map(Pruning.Batch::last).orElse("");
      boolean unused = pruneAfter(pauseAfter(batch.map(Pruning.Batch::removed).orElse(0L)));
    } catch (SQLException e) {
      if (!NO_PERMISSION.equals(e.getSQLState())) {
        boolean unused = pruneAfter(PAUSE);
      }
    } catch (RuntimeException | Error e) {
      // A fault of the driver or the pool.
      boolean unused = pruneAfter(PAUSE);
    }
  }

  private static long pauseAfter(long removed) {
    if (removed > MOST) {
      return SHORTEST_PAUSE;
    }
    return removed > MANY ? SHORT_PAUSE : PAUSE;
  }
}
