package io.goodput.cassandra.request;

import io.goodput.core.time.TimeSource;
import org.apache.cassandra.utils.MonotonicClock;

/** The clocks by which Cassandra times requests, in monotonic nanoseconds. */
public final class RequestClock {

  /** The precise clock, for algorithms. */
  public static final TimeSource SOURCE =
      new TimeSource() {
        @Override
        public long monotonicNanos() {
          return now();
        }

        @Override
        public long wallNanos() {
          return TimeSource.system().wallNanos();
        }
      };

  private RequestClock() {}

  /** The clock that stamps a request when it enters the queue and when it leaves. */
  public static long now() {
    return MonotonicClock.Global.preciseTime.now();
  }

  /** The same time to within 2 ms, without reading a clock. */
  static long roughly() {
    return MonotonicClock.Global.approxTime.now();
  }
}
