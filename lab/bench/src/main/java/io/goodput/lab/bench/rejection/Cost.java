package io.goodput.lab.bench.rejection;

import io.goodput.lab.bench.report.Spread;
import io.goodput.lab.bench.report.Text;

/**
 * What one operation of a microbenchmark costs: mean nanoseconds, their error with 99.9%
 * confidence, and bytes allocated; NaN if unknown.
 *
 * @param depth calls between throw and catch; 0 for operations that throw nothing
 */
record Cost(String benchmark, int depth, int threads, double nanos, double error, double bytes) {

  static final String PREALLOCATED = "RejectionBenchmark.stacklessPreallocated";
  static final String WITH_STACK_TRACE = "RejectionBenchmark.withStackTrace";
  static final String OVER_LIMIT = "DecisionBenchmark.hotKeyOverLimit";

  String operation() {
    return switch (benchmark) {
      case PREALLOCATED -> "throw, one exception for all requests, no stack trace";
      case "RejectionBenchmark.stacklessPerRequest" -> "throw, new exception, no stack trace";
      case WITH_STACK_TRACE -> "throw, new exception with a stack trace";
      case OVER_LIMIT -> "decide, one hot partition over its limit";
      case "DecisionBenchmark.hotKeyUnderLimit" -> "decide, one hot partition under its limit";
      case "DecisionBenchmark.uniformKeys" -> "decide, half as many partitions as counters";
      case "DecisionBenchmark.hotKeyLeast" -> "the least any decision takes, one hot partition";
      case "DecisionBenchmark.uniformKeysLeast" ->
          "the least any decision takes, half as many partitions";
      case "DecisionBenchmark.uniformKeysWithEviction" -> "decide, a million partitions";
      case "DecisionBenchmark.clock" -> "read the clock";
      default -> benchmark;
    };
  }

  /** The time in nanoseconds, marked if the error is at least as large. */
  String time() {
    return (error >= nanos ? Spread.UNRELIABLE : "") + Text.number(nanos, 1);
  }
}
