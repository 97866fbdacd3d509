package io.goodput.cassandra.limit;

import com.codahale.metrics.Counter;
import java.util.concurrent.TimeUnit;
import org.apache.cassandra.utils.JVMStabilityInspector;
import org.apache.cassandra.utils.NoSpamLogger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Failures of the plug-in itself: counted, logged at most once a second, never passed on. Whoever
 * reports one goes on as if the plug-in were not there. Thread-safe.
 */
public final class Faults {

  private static final Logger logger = LoggerFactory.getLogger(Faults.class);

  private final Counter count = new Counter();

  /** How many there were. */
  public Counter count() {
    return count;
  }

  /** Counts a failure, and logs it if the last second had none. */
  public void report(String doing, Throwable failure) {
    // An exhausted heap or a full disk stay Cassandra's to handle.
    JVMStabilityInspector.inspectThrowable(failure);
    count.inc();
    NoSpamLogger.log(
        logger,
        NoSpamLogger.Level.ERROR,
        1,
        TimeUnit.SECONDS,
        "Goodput failed while {}; requests are served as if it were not there",
        doing,
        failure);
  }

  /** Does something that may fail. */
  public void guard(String doing, Runnable task) {
    try {
      task.run();
    } catch (Throwable e) {
      report(doing, e);
    }
  }
}
