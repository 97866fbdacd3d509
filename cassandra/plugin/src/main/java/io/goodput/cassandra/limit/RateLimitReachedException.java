package io.goodput.cassandra.limit;

import io.goodput.cassandra.request.Reasons;
import io.goodput.cassandra.request.RefusedException;
import java.util.concurrent.TimeUnit;
import org.apache.cassandra.schema.TableMetadata;

/**
 * The answer to a request over its limit.
 *
 * <p>Built at most once a second, without data of a request, and thrown for each rejection.
 * Immutable.
 */
public final class RateLimitReachedException extends RefusedException {

  private static final long serialVersionUID = 1L;

  /** The rate of a partition of which no rate is known. */
  static final long UNKNOWN = 0;

  private final transient TableLimit limit;
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
        text(limit, perSecond, isByReplicas ? "replicas" : "coordinator", rate),
        reasons(limit, perSecond, rate));
    this.limit = limit;
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
  private static Reasons reasons(TableLimit limit, long perSecond, long rate) {
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
    return reasons;
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
}
