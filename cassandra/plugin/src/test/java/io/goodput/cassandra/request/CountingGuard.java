package io.goodput.cassandra.request;

import java.util.EnumMap;
import java.util.Map;
import org.apache.cassandra.exceptions.CassandraException;
import org.jspecify.annotations.Nullable;

/** Counts requests by their kind: all that a new guard needs, besides its line in a pipeline. */
final class CountingGuard implements Guard {

  private final Map<RequestKind, Integer> counts = new EnumMap<>(RequestKind.class);

  @Override
  public @Nullable CassandraException enter(Request request) {
    counts.merge(request.kind(), 1, Integer::sum);
    return null;
  }

  @Override
  public String activity() {
    return "counting a request";
  }

  Map<RequestKind, Integer> counts() {
    return counts;
  }
}
