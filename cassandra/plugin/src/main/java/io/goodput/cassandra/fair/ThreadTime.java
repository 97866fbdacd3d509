package io.goodput.cassandra.fair;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/** The processor time of a thread. Asking for it takes some hundred nanoseconds. */
final class ThreadTime {

  /** What {@link #processorNanos} returns if the platform does not tell. */
  static final long UNKNOWN = -1;

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final boolean IS_SUPPORTED = THREADS.isCurrentThreadCpuTimeSupported();

  private ThreadTime() {}

  /** How long the calling thread has used processors, in nanoseconds. */
  static long processorNanos() {
    return IS_SUPPORTED ? THREADS.getCurrentThreadCpuTime() : UNKNOWN;
  }
}
