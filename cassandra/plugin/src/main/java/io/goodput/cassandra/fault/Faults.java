package io.goodput.cassandra.fault;

import com.codahale.metrics.Counter;
import java.util.concurrent.TimeUnit;
import org.apache.cassandra.utils.JVMStabilityInspector;
import org.apache.cassandra.utils.NoSpamLogger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Failures of the plug-in itself. A fault never reaches a client: whoever catches one reports it
 * here and continues as if the plug-in were not installed. Thread-safe.
 */
public final class Faults {

  private static final Logger logger = LoggerFactory.getLogger(Faults.class);

  private final Counter count = new Counter();
  private volatile String latestActivity = "";

  /** The number of faults since the node started. */
  public Counter count() {
    return count;
  }

  /** What the plug-in was doing at the latest fault; empty without one. */
  public String latestActivity() {
    return latestActivity;
  }

  /**
   * Counts a fault and logs it, at most once a second for each activity.
   *
   * @param activity what the plug-in was doing, such as {@code deciding on a request}
   */
  public void report(String activity, Throwable failure) {
    // Cassandra decides what to do about an exhausted heap or a full disk.
    JVMStabilityInspector.inspectThrowable(failure);
    latestActivity = activity;
    count.inc();
    NoSpamLogger.log(
        logger,
        NoSpamLogger.Level.ERROR,
        activity,
        1,
        TimeUnit.SECONDS,
        "Goodput failed while {}; requests are served as if it were not there",
        activity,
        failure);
  }

  /** Runs a task and reports what it throws. */
  public void guard(String activity, Runnable task) {
    try {
      task.run();
    } catch (Throwable e) {
      report(activity, e);
    }
  }
}
