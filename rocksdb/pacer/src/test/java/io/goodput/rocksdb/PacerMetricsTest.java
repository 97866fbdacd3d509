package io.goodput.rocksdb;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;

class PacerMetricsTest {

  private static final int VALUE_BYTES = 4_096;

  @TempDir private Path folder;

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

  @Test
  void meters_ofAPacerThatHasDelayedWrites_showItsState() throws Exception {
    try (SlowDisk disk = new SlowDisk();
        DbPacer pacer = DbPacer.create("orders");
        Options options = disk.options()) {
      RecommendedOptions.applyToFamily(options, SlowDisk.MEGABYTE);
      pacer.attachTo(options);
      new PacerMetrics(pacer).bindTo(registry);
      try (RocksDB db = RocksDB.open(options, folder.toString())) {
        byte[] value = new byte[VALUE_BYTES];
        new Random(1).nextBytes(value);
        for (int write = 0; pacer.state().delayedWrites() < 10; write++) {
          pacer.pace(VALUE_BYTES);
          db.put(Integer.toString(write).getBytes(UTF_8), value);
        }
      }
      PacingState state = pacer.state();
      FunctionTimer delays =
          registry.get("goodput.rocksdb.delays").tag("db", "orders").functionTimer();

      assertThat(delays.count()).isEqualTo((double) state.delayedWrites());
      assertThat(delays.totalTime(TimeUnit.NANOSECONDS))
          .isCloseTo((double) state.delayedNanos(), within(0.5));
      assertThat(counter("written")).isEqualTo((double) state.writtenBytes()).isPositive();
      assertThat(counter("engaged")).isPositive();
      assertThat(counter("faults")).isZero();
      assertThat(counter("stalls")).isZero();
      assertThat(gauge("rate")).isPositive();
      assertThat(gauge("headroom")).isPositive();
    }
  }

  @Test
  void meters_ofTwoPacers_haveTheNamesOfTheirDatabases() {
    try (DbPacer first = DbPacer.create("first");
        DbPacer second = DbPacer.create("second")) {
      new PacerMetrics(first).bindTo(registry);
      new PacerMetrics(second).bindTo(registry);
      second.paceUninterruptibly(7);

      assertThat(registry.get("goodput.rocksdb.written").tag("db", "first").functionCounter())
          .satisfies(written -> assertThat(written.count()).isZero());
      assertThat(registry.get("goodput.rocksdb.written").tag("db", "second").functionCounter())
          .satisfies(written -> assertThat(written.count()).isEqualTo(7));
    }
  }

  private double counter(String name) {
    return registry.get("goodput.rocksdb." + name).functionCounter().count();
  }

  private double gauge(String name) {
    return registry.get("goodput.rocksdb." + name).gauge().value();
  }
}
