package io.goodput.rocksdb;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.concurrent.TimeUnit;

/**
 * The state of a pacer as meters of Micrometer, with the name of the database as the tag {@code
 * db}. Needs {@code micrometer-core} on the class path.
 *
 * <pre>
 * new PacerMetrics(pacer).bindTo(registry);
 * </pre>
 *
 * <p>Meters show a closed pacer as it was. They do not keep it in memory. Immutable.
 */
public final class PacerMetrics implements MeterBinder {

  private static final double NANOS_PER_SECOND = 1e9;

  private final DbPacer pacer;

  /** The meters of a pacer. */
  public PacerMetrics(DbPacer pacer) {
    this.pacer = pacer;
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    Tags tags = Tags.of("db", pacer.name());
    Gauge.builder("goodput.rocksdb.rate", pacer, it -> it.state().bytesPerSecond())
        .description("Bytes per second that the pacer allows; infinite while it does not pace")
        .tags(tags)
        .register(registry);
    Gauge.builder("goodput.rocksdb.headroom", pacer, it -> it.state().headroomBytes())
        .description("Bytes that memtables can still take; infinite while none waits for its flush")
        .baseUnit("bytes")
        .tags(tags)
        .register(registry);
    FunctionCounter.builder("goodput.rocksdb.written", pacer, it -> it.state().writtenBytes())
        .description("Bytes of all writes that called the pacer")
        .baseUnit("bytes")
        .tags(tags)
        .register(registry);
    FunctionCounter.builder("goodput.rocksdb.engaged", pacer, PacerMetrics::engagedSeconds)
        .description("Time in which the pacer paced writes")
        .baseUnit("seconds")
        .tags(tags)
        .register(registry);
    FunctionTimer.builder(
            "goodput.rocksdb.delays",
            pacer,
            it -> it.state().delayedWrites(),
            it -> it.state().delayedNanos(),
            TimeUnit.NANOSECONDS)
        .description("Writes that waited, and how long")
        .tags(tags)
        .register(registry);
    FunctionCounter.builder("goodput.rocksdb.stalls", pacer, it -> it.state().stalls())
        .description("How often RocksDB itself began to delay or stop writes")
        .tags(tags)
        .register(registry);
    FunctionCounter.builder("goodput.rocksdb.faults", pacer, DbPacer::faults)
        .description("Events of the database that were lost to an exception")
        .tags(tags)
        .register(registry);
  }

  private static double engagedSeconds(DbPacer pacer) {
    return pacer.state().engagedNanos() / NANOS_PER_SECOND;
  }
}
