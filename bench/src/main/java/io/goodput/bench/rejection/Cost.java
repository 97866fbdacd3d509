package io.goodput.bench.rejection;

import io.goodput.bench.report.Spread;
import io.goodput.bench.report.Text;
import java.util.Map;

/**
 * What one operation of a microbenchmark costs.
 *
 * @param benchmark class and method, such as {@code DecisionBenchmark.clock}
 * @param depth calls between throw and catch; 0 for operations that throw nothing
 * @param threads that ran the operation at the same time
 * @param nanos mean time in nanoseconds
 * @param error of the mean with 99.9 % confidence, in nanoseconds; NaN if unknown
 * @param bytes allocated; NaN if unknown
 */
record Cost(String benchmark, int depth, int threads, double nanos, double error, double bytes) {

  static final String PREALLOCATED = "RejectionBenchmark.stacklessPreallocated";
  static final String WITH_STACK_TRACE = "RejectionBenchmark.withStackTrace";
  static final String OVER_LIMIT = "DecisionBenchmark.hotKeyOverLimit";

  private static final Map<String, String> NAMES =
      Map.of(
          PREALLOCATED,
          "throw, one exception for all requests, no stack trace",
          "RejectionBenchmark.stacklessPerRequest",
          "throw, new exception, no stack trace",
          WITH_STACK_TRACE,
          "throw, new exception with a stack trace",
          "TimeoutBenchmark.writeTimeout, without a stack trace",
          "throw, Cassandra's write timeout, no stack trace",
          "TimeoutBenchmark.writeTimeout, as it is shipped",
          "throw, Cassandra's write timeout with a stack trace",
          OVER_LIMIT,
          "decide, one hot partition over its limit",
          "DecisionBenchmark.hotKeyUnderLimit",
          "decide, one hot partition under its limit",
          "DecisionBenchmark.uniformKeys",
          "decide, as many partitions as counters hold",
          "DecisionBenchmark.uniformKeysWithEviction",
          "decide, a million partitions",
          "DecisionBenchmark.clock",
          "read the clock");

  /** The operation's name for people. */
  String operation() {
    return NAMES.getOrDefault(benchmark, benchmark);
  }

  /** The time in nanoseconds, marked if the error is at least as large. */
  String time() {
    return (error >= nanos ? Spread.UNRELIABLE : "") + Text.number(nanos, 1);
  }
}
