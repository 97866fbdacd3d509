package io.goodput.cassandra.limit;

import org.apache.cassandra.exceptions.ExceptionCode;
import org.apache.cassandra.exceptions.RequestValidationException;

/**
 * The answer to a request over its limit.
 *
 * <p>Made once per table and kind and thrown for every such request: it carries no stack trace and
 * nothing of the request. Its code is CONFIG_ERROR, which drivers do not retry; they would retry
 * OVERLOADED on the next node, and turn one refusal into as many as there are replicas.
 */
final class RateLimitReachedException extends RequestValidationException {

  private static final long serialVersionUID = 1L;

  RateLimitReachedException(Kind kind, String keyspace, String table, String rejectedBy) {
    super(
        ExceptionCode.CONFIG_ERROR,
        String.format(
            "Per-partition rate limit reached for %s in table %s.%s, rejected by %s",
            kind, keyspace, table, rejectedBy));
  }

  @Override
  public synchronized Throwable fillInStackTrace() {
    return this;
  }
}
