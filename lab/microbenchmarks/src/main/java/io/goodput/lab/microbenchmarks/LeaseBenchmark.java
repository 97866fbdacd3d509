package io.goodput.lab.microbenchmarks;

import io.goodput.core.bucket.AnswerAges;
import io.goodput.core.bucket.Grant;
import io.goodput.core.bucket.Leases;
import io.goodput.core.bucket.Rate;
import io.goodput.core.bucket.Rates;
import io.goodput.core.bucket.TokenRequest;
import io.goodput.core.time.TimeSource;
import java.util.List;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Takes one token from a lease that the client holds, and renews the lease when it is used up. */
@State(Scope.Benchmark)
@BenchmarkMode({Mode.AverageTime, Mode.SampleTime})
public class LeaseBenchmark extends BenchmarkDefaults {

  private static final long TOKENS = Rate.MAX_BURST / 4;

  private final Rates rates = Rates.of(Rate.perSecond(Rate.MAX_PER_SECOND, Rate.MAX_BURST));
  private final AnswerAges ages = new AnswerAges();
  private final Leases leases = new Leases(TimeSource.system());

  /** Takes a token, or renews the lease if no valid lease is left. */
  @Benchmark
  public boolean tryAcquire() {
    return leases.spend(1) || renew();
  }

  private boolean renew() {
    if (leases.beginRequest()) {
      TokenRequest asked = leases.request(rates, 1, 1, ages);
      TokenRequest request =
          new TokenRequest(asked.least(), asked.due(), TOKENS, rates.leaseLife());
      leases.answered(
          rates,
          request,
          new Grant(TOKENS, TOKENS, 0, 0, 0, 0, 0, 0, List.of()),
          TOKENS,
          System.nanoTime());
    }
    return false;
  }
}
