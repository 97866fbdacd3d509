package io.goodput.buckets.servlet;

import io.goodput.buckets.BucketException;
import io.goodput.buckets.Reason;
import io.goodput.buckets.TokenBucket;
import io.goodput.buckets.TokenBuckets;
import io.goodput.buckets.Verdict;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.StringJoiner;

/**
 * Answers requests over a limit with 429, and tells clients how much is left: {@code
 * RateLimit-Policy}, {@code RateLimit}, and {@code Retry-After}, as
 * draft-ietf-httpapi-ratelimit-headers-10 and RFC 9110 define them.
 *
 * <p>A request takes a token for each rule that it matches, or none, also by the rules of several
 * filters. It gets 503 and {@code Retry-After} while the database is unavailable, unless a rule has
 * a fallback, and while the buckets need an operator. Thread-safe.
 */
public final class RateLimitFilter extends HttpFilter {

  private static final long serialVersionUID = 1L;
  private static final int TOO_MANY_REQUESTS = 429;

  /** For a problem that an operator has to fix. */
  private static final long SECONDS_TO_FIX = 10;

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
    List<RateLimitRule> matching = rules.stream().filter(rule -> rule.matches(request)).toList();
    if (matching.isEmpty() || isAdmitted(matching, request, response)) {
      chain.doFilter(request, response);
    }
  }

  private boolean isAdmitted(
      List<RateLimitRule> matching, HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    StringJoiner policies = new StringJoiner(", ");
    matching.forEach(rule -> policies.add(rule.policy()));
    response.addHeader("RateLimit-Policy", policies.toString());
    TakenTokens taken = TakenTokens.by(request);
    boolean admitted = false;
    try {
      admitted = takeAll(matching, request, response, taken);
    } catch (BucketException e) {
      // The listener of the buckets has logged it.
      refuse(response, HttpServletResponse.SC_SERVICE_UNAVAILABLE, SECONDS_TO_FIX);
    } finally {
      if (!admitted) {
        taken.putBack();
      }
    }
    return admitted;
  }

  private boolean takeAll(
      List<RateLimitRule> matching,
      HttpServletRequest request,
      HttpServletResponse response,
      TakenTokens taken)
      throws IOException {
    StringJoiner left = new StringJoiner(", ");
    for (RateLimitRule rule : matching) {
      TokenBucket bucket = buckets.change(rule.id(request), rule.options());
      Verdict verdict = bucket.tryAcquire();
      if (!verdict.admitted()) {
        refuse(response, rule, verdict);
        return false;
      }
      if (verdict.reason() == Reason.ADMITTED) {
        taken.add(bucket);
      }
      left.add(rule.left(verdict));
    }
    response.addHeader("RateLimit", left.toString());
    return true;
  }

  /** Lists only the rule that refuses, so that no time in the headers is later than the retry. */
  private static void refuse(HttpServletResponse response, RateLimitRule rule, Verdict verdict)
      throws IOException {
    long seconds = Policies.secondsToRetry(verdict);
    if (isUnavailable(verdict)) {
      refuse(response, HttpServletResponse.SC_SERVICE_UNAVAILABLE, seconds);
    } else {
      response.setHeader("RateLimit", rule.left(verdict));
      refuse(response, TOO_MANY_REQUESTS, seconds);
    }
  }

  /** The database did not answer, or the buckets are closed. */
  private static boolean isUnavailable(Verdict verdict) {
    return verdict.reason() != Reason.LIMIT;
  }

  /** Does not call {@code sendError}, whose page Spring Security may refuse with another status. */
  private static void refuse(HttpServletResponse response, int status, long seconds)
      throws IOException {
    response.setHeader("Retry-After", Long.toString(seconds));
    response.setStatus(status);
    response.setContentType("text/plain");
    response
        .getWriter()
        .println(
            "%s: retry after %d s."
                .formatted(
                    status == TOO_MANY_REQUESTS ? "Too many requests" : "Rate limits do not work",
                    seconds));
  }
}
