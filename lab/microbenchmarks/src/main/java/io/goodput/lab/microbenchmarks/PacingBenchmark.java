package io.goodput.lab.microbenchmarks;

import io.goodput.core.pacing.PaceSettings;
import io.goodput.core.pacing.WritePacer;
import io.goodput.core.time.TimeSource;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** The overhead of pacing for one write, without the delay itself. */
public class PacingBenchmark extends BenchmarkDefaults {

  private static final long WRITE_BYTES = 2_064;
  private static final long MEMTABLE_BYTES = 8 << 20;

  /** A database in which no memtable waits for a flush. */
  @State(Scope.Benchmark)
  public static class Free {
    private final WritePacer pacer = new WritePacer(PaceSettings.DEFAULT, TimeSource.system());
  }

  /** A database in which two memtables wait for a flush. */
  @State(Scope.Benchmark)
  public static class Engaged {
    private final WritePacer pacer = new WritePacer(PaceSettings.DEFAULT, TimeSource.system());

    /** Seals two memtables. */
    public Engaged() {
      pacer.reserve(MEMTABLE_BYTES);
      pacer.sealed("default", 1);
      pacer.reserve(MEMTABLE_BYTES);
      pacer.sealed("default", 2);
    }
  }

  /** The normal case: the pacer does not limit writes. */
  @Benchmark
  public long free(Free database) {
    return database.pacer.reserve(WRITE_BYTES);
  }

  /** Under pressure: the pacer limits writes. */
  @Benchmark
  public long engaged(Engaged database) {
    return database.pacer.reserve(WRITE_BYTES);
  }
}
