package io.goodput.sql.table;

import io.goodput.core.time.Nanos;
import io.goodput.sql.bucket.Workers;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.Future;

/**
 * Lets a client remove the rows of full buckets, a batch every ten seconds, or every second while
 * there are many. Stops if the role must not delete. Thread-safe.
 */
final class Pruner {

  private static final long PAUSE = 10 * Nanos.PER_SECOND;
  private static final long SHORT_PAUSE = Nanos.PER_SECOND;
  private static final int MANY = Pruning.BATCH / 10;
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

  /** Starts with a pause. */
  void start() {
    pruneAfter(PAUSE);
  }

  private void pruneAfter(long pause) {
    Future<?> unused = workers.later(() -> workers.run(this::prune), pause);
  }

  private void prune() {
    try {
      Optional<Pruning.Batch> batch = pruning.after(last, "", TIMEOUT_MILLIS);
      last = batch.map(Pruning.Batch::last).orElse("");
      pruneAfter(batch.map(Pruning.Batch::removed).orElse(0L) > MANY ? SHORT_PAUSE : PAUSE);
    } catch (SQLException e) {
      if (!NO_PERMISSION.equals(e.getSQLState())) {
        pruneAfter(PAUSE);
      }
    } catch (RuntimeException | Error e) {
      // A fault of the driver or the pool.
      pruneAfter(PAUSE);
    }
  }
}
