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
 * <p>Built at most once a second, without a stack trace and without data of a request, and thrown
 * for each rejection. Its code is CONFIG_ERROR, which drivers do not retry. They retry OVERLOADED
 * on the next node, which would turn one rejection into one per replica. Immutable.
 */
public final class RateLimitReachedException extends RequestValidationException
    implements Explained {

  private static final long serialVersionUID = 1L;

  /** The rate of a partition of which no rate is known. */
  static final long UNKNOWN = 0;

  private final transient TableLimit limit;
  private final transient Map<String, ByteBuffer> payload;
  private final long perSecond;
  private final boolean isByReplicas;

  /**
   * The answer of a limit as it is now.
   *
   * @param isByReplicas whether replicas have rejected the request, and not this node
   * @param rate operations per second on the partition, rejected ones included; {@link #UNKNOWN} if
   *     they are not counted
   */
  RateLimitReachedException(TableLimit limit, boolean isByReplicas, long rate) {
    this(limit, limit.perSecond(), isByReplicas, rate);
  }

  private RateLimitReachedException(
      TableLimit limit, long perSecond, boolean isByReplicas, long rate) {
    super(
        ExceptionCode.CONFIG_ERROR,
        text(limit, perSecond, isByReplicas ? "replicas" : "coordinator", rate));
    this.limit = limit;
    this.payload = reasons(limit, perSecond, rate);
    this.perSecond = perSecond;
    this.isByReplicas = isByReplicas;
  }

  private static String text(TableLimit limit, long perSecond, String rejectedBy, long rate) {
    TableMetadata table = limit.table();
    PartitionOverride override = limit.override();
    return String.format(
        "Per-partition rate limit reached for %s in table %s.%s, rejected by %s"
            + " (%slimit %d per second%s%s)",
        limit.operation(),
        table.keyspace,
        table.name,
        rejectedBy,
        override == null ? "" : "override until " + override.expiresAt() + "; ",
        perSecond,
        rate == UNKNOWN ? "" : ", rate " + rate,
        perSecond == 0 ? "" : "; retry after " + retryMillis(perSecond) + " ms");
  }

  /** Nothing is worth a retry if the limit is 0. */
  private static Map<String, ByteBuffer> reasons(TableLimit limit, long perSecond, long rate) {
    PartitionOverride override = limit.override();
    Reasons reasons =
        new Reasons(override == null ? Reasons.Kind.LIMIT : Reasons.Kind.OVERRIDE)
            .table(limit.table())
            .limit(perSecond);
    if (rate != UNKNOWN) {
      reasons.rate(rate);
    }
    if (perSecond > 0) {
      reasons.retryAfterMillis(retryMillis(perSecond));
    }
    if (override != null) {
      reasons.expiresAt(override.expiresAt());
    }
    return reasons.payload();
  }

  private static long retryMillis(long perSecond) {
    return Math.max(1, TimeUnit.SECONDS.toMillis(1) / perSecond);
  }

  /** Whether the limit is still what this answer says. */
  boolean isCurrent() {
    return perSecond == limit.perSecond();
  }

  /** Whether replicas have rejected the request, and not this node. */
  boolean isByReplicas() {
    return isByReplicas;
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
