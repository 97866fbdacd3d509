package io.goodput.cassandra.limit;

import io.goodput.cassandra.request.Explained;
import io.goodput.cassandra.request.Reasons;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.cassandra.exceptions.ExceptionCode;
import org.apache.cassandra.exceptions.RequestValidationException;
import org.apache.cassandra.schema.TableMetadata;
import org.jspecify.annotations.Nullable;

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
  private final transient @Nullable PartitionOverride override;
  private transient volatile Map<String, ByteBuffer> payload;

  /**
   * The answer of one limit.
   *
   * @param rejectedBy {@code coordinator} or {@code replicas}
   * @param perSecond the limit
   * @param override that sets the limit; null if the table does
   */
  RateLimitReachedException(
      Operation operation,
      TableMetadata table,
      String rejectedBy,
      long perSecond,
      @Nullable PartitionOverride override) {
    super(
        ExceptionCode.CONFIG_ERROR,
        String.format(
            "Per-partition rate limit reached for %s in table %s.%s, rejected by %s%s",
            operation,
            table.keyspace,
            table.name,
            rejectedBy,
            override == null ? "" : " (override until " + override.expiresAt() + ")"));
    this.table = table;
    this.override = override;
    this.payload = reasons(perSecond);
  }

  /** Changes the limit that the payload tells. */
  void setLimit(long perSecond) {
    payload = reasons(perSecond);
  }

  /** Nothing is worth a retry if the limit is 0. */
  private Map<String, ByteBuffer> reasons(long perSecond) {
    Reasons reasons =
        new Reasons(override == null ? Reasons.Kind.LIMIT : Reasons.Kind.OVERRIDE)
            .table(table)
            .limit(perSecond);
    if (perSecond > 0) {
      reasons.retryAfterMillis(Math.max(1, TimeUnit.SECONDS.toMillis(1) / perSecond));
    }
    if (override != null) {
      reasons.expiresAt(override.expiresAt());
    }
    return reasons.payload();
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
