package io.goodput.buckets.servlet;

import io.goodput.buckets.TokenBucket;
import jakarta.servlet.http.HttpServletRequest;
import java.util.ArrayList;
import java.util.List;

/** The buckets of which a request has a token, by all filters so far. Not thread-safe. */
final class TakenTokens {

  private static final String ATTRIBUTE = TakenTokens.class.getName();

  private final List<TokenBucket> buckets = new ArrayList<>();

  private TakenTokens() {}

  /** The same object for all filters of a request. */
  static TakenTokens by(HttpServletRequest request) {
    if (request.getAttribute(ATTRIBUTE) instanceof TakenTokens earlier) {
      return earlier;
    }
    TakenTokens none = new TakenTokens();
    request.setAttribute(ATTRIBUTE, none);
    return none;
  }

  void add(TokenBucket bucket) {
    buckets.add(bucket);
  }

  void putBack() {
    buckets.forEach(bucket -> bucket.refund(1));
    buckets.clear();
  }
}
