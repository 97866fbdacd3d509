package io.goodput.cassandra.processor;

import io.goodput.core.fair.ProcessorUse;
import io.goodput.core.time.Nanos;
import io.goodput.core.time.TimeSource;
import io.goodput.core.yield.StrainWatch.Second;
import java.util.concurrent.TimeUnit;
import org.apache.cassandra.metrics.LatencyMetrics;
import org.apache.cassandra.metrics.TableMetrics;

/** What requests of this node had to wait for, second by second. For one thread. */
public final class NodeSeconds {

  /** Threads that ran for a smaller part of the processors tell little. */
  private static final double LEAST_RUN = 1.0 / 20;

  private final TimeSource time;
  private final ProcessorTime processors = new ProcessorTime();
  private long lastNanos;
  private long reads;
  private long readMicros;

  /** Measures from now on. */
  public NodeSeconds(TimeSource time) {
    this.time = time;
  }

  /** What has happened since the last call, about a second ago. */
  public Second next() {
    ProcessorUse use = processors.use();
    LatencyMetrics local = TableMetrics.GLOBAL_READ_LATENCY;
    long now = time.monotonicNanos();
    long nanos = Math.max(1, now - lastNanos);
    long readsBefore = reads;
    long microsBefore = readMicros;
    lastNanos = now;
    reads = local.latency.getCount();
    readMicros = local.totalLatency.getCount();
    boolean areBusy = use.ranNanos() > LEAST_RUN * use.processors() * nanos;
    // Only Linux tells how long threads have run.
    double used = use.ranNanos() > 0 ? use.ranNanos() : reads - readsBefore;
    return new Second(
        areBusy && use.turns() > 0 ? (double) use.waitedNanos() / use.turns() : 0,
        used * Nanos.PER_SECOND / nanos,
        reads - readsBefore,
        TimeUnit.MICROSECONDS.toNanos(readMicros - microsBefore));
  }
}
