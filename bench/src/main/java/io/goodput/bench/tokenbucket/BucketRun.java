package io.goodput.bench.tokenbucket;

import io.goodput.core.bucket.Rate;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * One run of a case.
 *
 * @param clients a tally for each process
 * @param seconds in which requests counted
 * @param databaseSeconds from before the first request to after the last, on the database's clock
 */
record BucketRun(List<Tally> clients, double seconds, double databaseSeconds) {

  long sum(ToLongFunction<Tally> count) {
    return clients.stream().mapToLong(count).sum();
  }

  double tokensPerSecond() {
    return sum(Tally::granted) / seconds;
  }

  /** The most tokens that a bucket, full at the start, may grant in this run. */
  double allowed(Rate rate) {
    return rate.burst() + rate.perSecond() * databaseSeconds;
  }
}
