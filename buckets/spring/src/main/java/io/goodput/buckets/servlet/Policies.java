package io.goodput.buckets.servlet;

import io.goodput.buckets.Limit;
import io.goodput.buckets.Limits;
import io.goodput.buckets.Verdict;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The limits of a rule as quota policies of draft-ietf-httpapi-ratelimit-headers-10.
 *
 * @param text the elements of the header {@code RateLimit-Policy}
 */
record Policies(List<Policy> all, String text) {

  /**
   * One limit.
   *
   * @param name unique among all rules
   * @param nanosPerToken time in which one token flows in
   */
  private record Policy(String name, Limit limit, long nanosPerToken) {

    static Policy of(String name, Limit limit) {
      long nanos = limit.timeToFill().toNanos() / limit.burst();
      return new Policy(name, limit, Math.max(1, nanos));
    }

    /** The quota, and the window in seconds. */
    String text() {
      return "\"%s\";q=%d;w=%d".formatted(name, limit.burst(), seconds(limit.timeToFill()));
    }

    String left(Verdict verdict, boolean isOnly) {
      return "\"%s\";r=%d;t=%d"
          .formatted(name, verdict.remaining(), secondsToNext(verdict, isOnly));
    }

    /** Seconds until the next token; for one limit of several, at most. */
    private long secondsToNext(Verdict verdict, boolean isOnly) {
      if (!verdict.admitted()) {
        return secondsToRetry(verdict);
      }
      if (limit.isCalendar()) {
        return seconds(verdict.reset());
      }
      long others = isOnly ? limit.burst() - verdict.remaining() - 1 : 0;
      double nanos = verdict.reset().toNanos() - (double) nanosPerToken * Math.max(0, others);
      return seconds(Duration.ofNanos(Math.min(nanosPerToken, Math.max(0, (long) nanos))));
    }
  }

  /** Several limits of a rule have its name with numbers that no rule's name can have. */
  static Policies of(String name, Limits limits) {
    List<Limit> each = limits.all();
    List<Policy> all =
        each.size() == 1
            ? List.of(Policy.of(name, each.get(0)))
            : IntStream.range(0, each.size())
                .mapToObj(i -> Policy.of("%s#%d".formatted(name, i + 1), each.get(i)))
                .toList();
    return new Policies(all, all.stream().map(Policy::text).collect(Collectors.joining(", ")));
  }

  /**
   * The elements of the header {@code RateLimit}: what is left of all limits together, and the
   * seconds until there is more.
   */
  String left(Verdict verdict) {
    boolean isOnly = all.size() == 1;
    return all.stream()
        .map(policy -> policy.left(verdict, isOnly))
        .collect(Collectors.joining(", "));
  }

  /** Seconds before another try, at least 1. */
  static long secondsToRetry(Verdict rejected) {
    return Math.max(1, seconds(rejected.retryAfter()));
  }

  /** Seconds, rounded up. */
  private static long seconds(Duration time) {
    return time.plusNanos(999_999_999).toSeconds();
  }
}
