package io.goodput.cassandra.limit;

import org.apache.cassandra.exceptions.ExceptionCode;
import org.apache.cassandra.exceptions.RequestValidationException;
import org.apache.cassandra.schema.TableMetadata;

/**
 * The answer to a request over its limit.
 *
 * <p>Built once for each limit, without a stack trace and without data of a request, and thrown for
 * each rejection. Its code is CONFIG_ERROR, which drivers do not retry. They retry OVERLOADED on
 * the next node, which would turn one rejection into one per replica.
 */
public final class RateLimitReachedException extends RequestValidationException {

  private static final long serialVersionUID = 1L;

  /**
   * The answer of one limit.
   *
   * @param rejectedBy {@code coordinator} or {@code replicas}
   */
  RateLimitReachedException(Operation operation, TableMetadata table, String rejectedBy) {
    super(
        ExceptionCode.CONFIG_ERROR,
        String.format(
            "Per-partition rate limit reached for %s in table %s.%s, rejected by %s",
            operation, table.keyspace, table.name, rejectedBy));
  }

  @Override
  public synchronized Throwable fillInStackTrace() {
    return this;
  }
}
