package io.goodput.buckets.servlet;

import io.goodput.buckets.BucketException;
import io.goodput.buckets.TokenBucket;
import io.goodput.buckets.TokenBuckets;
import io.goodput.buckets.Verdict;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Answers requests over a limit with 429, and tells clients how much is left: {@code
 * RateLimit-Policy}, {@code RateLimit}, and {@code Retry-After}, as
 * draft-ietf-httpapi-ratelimit-headers-10 and RFC 9110 define them.
 *
 * <p>A request takes a token for each rule that it matches, or none. If the buckets need an
 * operator, it gets 503.
 */
public final class RateLimitFilter extends HttpFilter {

  private static final long serialVersionUID = 1L;
  private static final int TOO_MANY_REQUESTS = 429;

  private final transient TokenBuckets buckets;
  private final transient List<RateLimitRule> rules;

  /**
   * Creates a filter.
   *
   * @param buckets stay open when the filter is destroyed
   * @throws IllegalArgumentException if two rules have the same name
   */
  public RateLimitFilter(TokenBuckets buckets, List<RateLimitRule> rules) {
    this.buckets = buckets;
    this.rules = List.copyOf(rules);
    Set<String> names = new HashSet<>();
    for (RateLimitRule rule : rules) {
      if (!names.add(rule.name())) {
        throw new IllegalArgumentException(
            "Two rules have the name '%s' and would share buckets: rename one."
                .formatted(rule.name()));
      }
    }
  }

  @Override
  protected void doFilter(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    boolean admitted;
    try {
      admitted = isAdmitted(request, response);
    } catch (BucketException e) {
      // The listener of the buckets has logged it.
      response.sendError(HttpServletResponse.SC_SERVICE_UNAVAILABLE, "Rate limits do not work.");
      return;
    }
    if (admitted) {
      chain.doFilter(request, response);
    }
  }

  private boolean isAdmitted(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    List<TokenBucket> taken = new ArrayList<>();
    List<String> policies = new ArrayList<>();
    List<String> left = new ArrayList<>();
    Verdict rejected = null;
    boolean admitted = false;
    try {
      for (RateLimitRule rule : rules) {
        if (!rule.matches(request)) {
          continue;
        }
        TokenBucket bucket = buckets.bucket(rule.id(request), rule.options());
        Verdict verdict = bucket.tryAcquire();
        policies.add(rule.policy());
        left.add(left(rule, verdict));
        if (!verdict.admitted()) {
          rejected = verdict;
          break;
        }
        taken.add(bucket);
      }
      admitted = rejected == null;
    } finally {
      if (!admitted) {
        taken.forEach(bucket -> bucket.refund(1));
      }
    }
    if (!policies.isEmpty()) {
      response.setHeader("RateLimit-Policy", String.join(", ", policies));
      response.setHeader("RateLimit", String.join(", ", left));
    }
    if (rejected != null) {
      reject(response, rejected);
    }
    return admitted;
  }

  private static String left(RateLimitRule rule, Verdict verdict) {
    return "\"%s\";r=%d;t=%d"
        .formatted(rule.name(), verdict.remaining(), RateLimitRule.seconds(verdict.reset()));
  }

  private static void reject(HttpServletResponse response, Verdict verdict) throws IOException {
    long seconds = Math.max(1, RateLimitRule.seconds(verdict.retryAfter()));
    response.setHeader("Retry-After", Long.toString(seconds));
    response.setStatus(TOO_MANY_REQUESTS);
    response.setContentType("text/plain");
    response.getWriter().println("Too many requests: retry after %d s.".formatted(seconds));
  }
}
