package io.goodput.jmh;

import io.goodput.core.pacing.PaceSettings;
import io.goodput.core.pacing.WritePacer;
import io.goodput.core.time.TimeSource;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What a write pays for being paced, without the wait. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class PacingBenchmark {

  private static final long WRITE = 2_064;
  private static final long MEMTABLE = 8 << 20;

  /** While nothing waits for a flush. */
  @State(Scope.Benchmark)
  public static class Free {
    private final WritePacer pacer = new WritePacer(PaceSettings.DEFAULT, TimeSource.system());
  }

  /** While two memtables do. */
  @State(Scope.Benchmark)
  public static class Engaged {
    private final WritePacer pacer = new WritePacer(PaceSettings.DEFAULT, TimeSource.system());

    /** Seals two. */
    public Engaged() {
      pacer.reserve(MEMTABLE);
      pacer.sealed("default", 1);
      pacer.reserve(MEMTABLE);
      pacer.sealed("default", 2);
    }
  }

  /** The usual case. */
  @Benchmark
  public long free(Free database) {
    return database.pacer.reserve(WRITE);
  }

  /** Under pressure. */
  @Benchmark
  public long engaged(Engaged database) {
    return database.pacer.reserve(WRITE);
  }
}
