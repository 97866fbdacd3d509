package io.goodput.sql;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;

/**
 * Requests of buckets to the database as meters of Micrometer. Needs {@code micrometer-core} on the
 * class path.
 *
 * <pre>
 * TokenBuckets.on(dataSource).listener(new BucketMetrics(registry)).open();
 * </pre>
 *
 * <p>Meters have no tag for the bucket, because there may be any number of ids. Thread-safe.
 */
public final class BucketMetrics implements BucketListener {

  private final Timer requests;
  private final Counter requested;
  private final Counter granted;
  private final Counter failures;
  private final Counter retries;
  private final Counter differences;

  /** Registers the meters. */
  public BucketMetrics(MeterRegistry registry) {
    this.requests =
        Timer.builder("goodput.buckets.requests")
            .description("Requests for tokens that the database answered, and how long that took")
            .register(registry);
    this.requested =
        counter(registry, "tokens.requested", "Most tokens that these requests could get");
    this.granted = counter(registry, "tokens.granted", "Tokens that they got");
    this.failures =
        counter(registry, "failures", "Requests that failed, or whose answer came too late");
    this.retries = counter(registry, "retries", "Transactions that were rolled back and retried");
    this.differences =
        counter(
            registry, "limit.differences", "Answers with other limits than this process states");
  }

  private static Counter counter(MeterRegistry registry, String name, String description) {
    return Counter.builder("goodput.buckets." + name).description(description).register(registry);
  }

  @Override
  public void answered(String id, long tokensRequested, long tokensGranted, Duration took) {
    requests.record(took);
    requested.increment((double) tokensRequested);
    granted.increment((double) tokensGranted);
  }

  @Override
  public void failed(String id, Exception problem) {
    failures.increment();
  }

  @Override
  public void retried(String sqlState) {
    retries.increment();
  }

  @Override
  public void limitsDiffer(String id, String inForce) {
    differences.increment();
  }
}
