package io.goodput.kafka;

import io.goodput.rocksdb.ClosedException;
import io.goodput.rocksdb.DbPacer;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.metrics.MeasurableStat;
import org.apache.kafka.common.metrics.MetricConfig;
import org.apache.kafka.common.metrics.Sensor;
import org.apache.kafka.common.metrics.Sensor.RecordingLevel;
import org.apache.kafka.common.metrics.stats.Avg;
import org.apache.kafka.common.metrics.stats.CumulativeCount;
import org.apache.kafka.common.metrics.stats.Max;
import org.apache.kafka.common.metrics.stats.Rate;
import org.apache.kafka.common.metrics.stats.WindowedCount;
import org.apache.kafka.streams.StreamsMetrics;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.jspecify.annotations.Nullable;

/**
 * Delays the writes of one store of one task. Reports the delays as metrics, and next to them what
 * RocksDB does all the same. Thread-safe.
 */
final class WriteDelays {

  private static final double MICROS_PER_MILLI = 1_000;

  private static final AtomicLong SENSORS = new AtomicLong();

  private final StreamsMetrics metrics;
  private final Sensor sensor;
  private final long longest;
  private final long pollInterval;

  /**
   * Reads the settings of the application.
   *
   * @throws ConfigException if a setting is invalid
   */
  WriteDelays(String store, StateStoreContext context, StorePacers pacers) {
    Map<String, Object> configs = context.appConfigs();
    this.metrics = context.metrics();
    this.sensor = sensor(metrics, store, String.valueOf(context.taskId()), pacers);
    this.longest = TimeUnit.MILLISECONDS.toNanos(longest(configs));
    this.pollInterval = DelayBudget.interval(configs);
  }

  /** Kafka Streams would give the tasks of a thread one sensor. */
  private static Sensor sensor(
      StreamsMetrics metrics, String store, String task, StorePacers pacers) {
    Sensor sensor =
        metrics.addSensor(
            "goodput." + task + '.' + store + '.' + SENSORS.incrementAndGet(), RecordingLevel.INFO);
    Map<String, String> tags = Map.of("store", store, "task-id", task);
    sensor.add(name("pace-total", "Writes that waited", tags), new CumulativeCount());
    sensor.add(
        name("pace-rate", "Writes that waited per second", tags), new Rate(new WindowedCount()));
    sensor.add(name("pace-latency-avg", "Average wait in milliseconds", tags), new Avg());
    sensor.add(name("pace-latency-max", "Longest wait in milliseconds", tags), new Max());
    sensor.add(
        name("stalls-total", "Times that RocksDB began to delay or stop writes", tags),
        new Reading(pacers::stalls));
    sensor.add(
        name("faults-total", "Events of RocksDB that the pacers lost", tags),
        new Reading(pacers::faults));
    return sensor;
  }

  private static MetricName name(String name, String description, Map<String, String> tags) {
    return new MetricName(name, "stream-goodput-metrics", description, tags);
  }

  private static long longest(Map<String, Object> configs) {
    Object value = configs.getOrDefault(PacedStores.MAX_DELAY, PacedStores.DEFAULT_MAX_DELAY);
    try {
      long millis = Long.parseLong(value.toString().trim());
      if (millis >= 0) {
        return millis;
      }
    } catch (NumberFormatException e) {
      // The message below says what is needed.
    }
    throw new ConfigException(PacedStores.MAX_DELAY, value, "Set milliseconds, 0 or more.");
  }

  /**
   * Waits until the write may be made, or has waited long enough.
   *
   * @param pacer of the database; null if none is open, or it is not paced
   */
  void pace(@Nullable DbPacer pacer, long bytes) {
    if (pacer == null) {
      return;
    }
    try {
      if (!pacer.retryAfter(bytes).isZero()) {
        delay(pacer, bytes);
      }
    } catch (ClosedException e) {
      // The store is being closed, and says so itself.
    }
  }

  private void delay(DbPacer pacer, long bytes) {
    DelayBudget budget = DelayBudget.ofThread(metrics, pollInterval);
    long most = Math.min(longest, budget.left());
    long begin = System.nanoTime();
    try {
      pacer.pace(bytes, Duration.ofNanos(most));
    } catch (InterruptedException e) {
      // The write is made, as it would be without a pacer.
      Thread.currentThread().interrupt();
    }
    if (most == 0) {
      return;
    }
    long waited = System.nanoTime() - begin;
    budget.spend(waited);
    sensor.record(TimeUnit.NANOSECONDS.toMicros(waited) / MICROS_PER_MILLI);
  }

  /** The store is closed. */
  void close() {
    metrics.removeSensor(sensor);
  }

  /** A metric that is read where it is counted. StreamsMetrics has no other way to add one. */
  private record Reading(LongSupplier value) implements MeasurableStat {

    @Override
    public void record(MetricConfig config, double recorded, long timeMs) {
      // Nothing is recorded here.
    }

    @Override
    public double measure(MetricConfig config, long now) {
      return value.getAsLong();
    }
  }
}
