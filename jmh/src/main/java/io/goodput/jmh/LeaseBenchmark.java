package io.goodput.jmh;

import io.goodput.core.bucket.Ask;
import io.goodput.core.bucket.Grant;
import io.goodput.core.bucket.Leases;
import io.goodput.core.bucket.Rate;
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

/** Spending a token of a lease in hand; now and then another lease arrives. */
@State(Scope.Benchmark)
@BenchmarkMode({Mode.AverageTime, Mode.SampleTime})
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class LeaseBenchmark {

  private static final long TOKENS = Rate.MAX_BURST / 4;

  private final Rate rate = new Rate(Rate.MAX_PER_SECOND, Rate.MAX_BURST);
  private final Leases leases = new Leases(rate, TimeSource.system());

  /** A request, and the lease after it if it found none alive. */
  @Benchmark
  public boolean tryAcquire() {
    return leases.spend(1) || renew();
  }

  private boolean renew() {
    if (leases.beginAsking()) {
      Ask asked = leases.ask(1, 1);
      Ask ask = new Ask(asked.least(), asked.due(), TOKENS, rate.leaseLife());
      leases.answered(ask, new Grant(TOKENS, TOKENS, 0, 0), TOKENS);
    }
    return false;
  }
}
