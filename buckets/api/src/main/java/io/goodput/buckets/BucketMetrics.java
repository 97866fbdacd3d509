package io.goodput.buckets;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.function.ToDoubleFunction;

/**
 * Requests of buckets to the database, and what callers get, as meters of Micrometer. Needs {@code
 * micrometer-core} on the class path.
 *
 * <pre>
 * BucketMetrics metrics = new BucketMetrics(registry);
 * TokenBuckets buckets = PostgresBuckets.on(dataSource).listener(metrics).open();
 * metrics.bindTo(buckets);
 * </pre>
 *
 * <p>Meters have no tag for the bucket, because there may be any number of ids. Thread-safe.
 */
public final class BucketMetrics implements BucketListener {

  private final MeterRegistry registry;
  private final Timer requests;
  private final Timer admittedWaits;
  private final Timer rejectedWaits;
  private final Counter requested;
  private final Counter granted;
  private final Counter failures;
  private final Counter retries;
  private final Counter differences;

  /** Registers the meters. */
  public BucketMetrics(MeterRegistry registry) {
    this.registry = registry;
    this.requests =
        Timer.builder("goodput.buckets.requests")
            .description("Requests for tokens that the database answered, and how long that took")
            .register(registry);
    this.admittedWaits = waits(registry, true);
    this.rejectedWaits = waits(registry, false);
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

  /** Registers what callers get from these buckets. Call it once. */
  public void bindTo(TokenBuckets buckets) {
    calls("admitted", "Calls that got their tokens", buckets.usage(), Usage::admitted);
    calls("rejected", "Calls that got no tokens", buckets.usage(), Usage::rejected);
    gauge("waiting", "Calls that wait now", buckets.usage(), Usage::waiting);
    gauge("tokens.unspent", "Leased tokens that are not spent", buckets.usage(), Usage::unspent);
  }

  private void calls(String name, String description, Usage usage, ToDoubleFunction<Usage> count) {
    FunctionCounter.builder("goodput.buckets." + name, usage, count)
        .description(description)
        .register(registry);
  }

  private void gauge(String name, String description, Usage usage, ToDoubleFunction<Usage> value) {
    Gauge.builder("goodput.buckets." + name, usage, value)
        .description(description)
        .strongReference(true)
        .register(registry);
  }

  private static Timer waits(MeterRegistry registry, boolean isAdmitted) {
    return Timer.builder("goodput.buckets.waits")
        .description("Calls that waited for the database or for tokens, and how long that took")
        .tag("admitted", String.valueOf(isAdmitted))
        .register(registry);
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
  public void waited(String id, boolean admitted, Duration took) {
    (admitted ? admittedWaits : rejectedWaits).record(took);
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
