package io.goodput.cassandra.limit;

import io.goodput.cassandra.request.Explained;
import io.goodput.cassandra.request.Reasons;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.TimeUnit;
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
public final class RateLimitReachedException extends RequestValidationException
    implements Explained {

  private static final long serialVersionUID = 1L;

  private final transient TableMetadata table;
  private transient volatile Map<String, ByteBuffer> payload;

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
    this.table = table;
    this.payload = new Reasons(Reasons.Kind.LIMIT).table(table).payload();
  }

  /** Changes the limit that the payload tells; nothing is worth a retry if it is 0. */
  void setLimit(long perSecond) {
    Reasons reasons = new Reasons(Reasons.Kind.LIMIT).table(table).limit(perSecond);
    if (perSecond > 0) {
      reasons.retryAfterMillis(Math.max(1, TimeUnit.SECONDS.toMillis(1) / perSecond));
    }
    payload = reasons.payload();
  }

  @Override
  public Map<String, ByteBuffer> payload() {
    return payload;
  }

  @Override
  public synchronized Throwable fillInStackTrace() {
    return this;
  }
}
