package io.goodput.cassandra.request;

import java.util.EnumMap;
import java.util.Map;

/** Counts requests by their kind: all that a new guard needs, besides its line in a pipeline. */
final class CountingGuard implements Guard {

  private final Map<RequestKind, Integer> counts = new EnumMap<>(RequestKind.class);

  @Override
  public Verdict decide(Request request, Occasion occasion) {
    counts.merge(request.kind(), 1, Integer::sum);
    return Verdict.ADMIT;
  }

  @Override
  public String activity() {
    return "counting a request";
  }

  Map<RequestKind, Integer> counts() {
    return counts;
  }
}
