package io.goodput.cassandra.yield;

import io.goodput.cassandra.processor.ProcessorTime;
import io.goodput.core.fair.ProcessorUse;
import io.goodput.core.time.Nanos;
import io.goodput.core.yield.StrainWatch.Second;
import java.util.concurrent.TimeUnit;
import org.apache.cassandra.metrics.LatencyMetrics;
import org.apache.cassandra.metrics.TableMetrics;

/** What requests of this node had to wait for, second by second. For one thread. */
final class NodeSeconds {

  /** Threads that ran for less, per processor, tell little. */
  private static final double LEAST_RUN_NANOS = Nanos.PER_SECOND / 20.0;

  private final ProcessorTime processors = new ProcessorTime();
  private long reads;
  private long readMicros;

  /** The second since the last call. */
  Second next() {
    ProcessorUse use = processors.use();
    LatencyMetrics local = TableMetrics.GLOBAL_READ_LATENCY;
    long readsBefore = reads;
    long microsBefore = readMicros;
    reads = local.latency.getCount();
    readMicros = local.totalLatency.getCount();
    return new Second(
        use.turns() > 0 && use.ranNanos() > LEAST_RUN_NANOS * use.processors()
            ? (double) use.waitedNanos() / use.turns()
            : 0,
        use.ranNanos(),
        reads - readsBefore,
        TimeUnit.MICROSECONDS.toNanos(readMicros - microsBefore));
  }
}
