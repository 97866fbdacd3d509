package io.goodput.cassandra.coalesce;

import io.goodput.cassandra.limit.LimitRejection;
import io.goodput.cassandra.limit.TableLimit;
import io.goodput.cassandra.option.HotReads;
import io.goodput.cassandra.request.Partition;
import io.goodput.cassandra.request.ReadIdentity;
import io.goodput.cassandra.request.Rejection;
import io.goodput.core.coalesce.GroupRead;
import io.goodput.core.coalesce.ReadFacts;
import io.goodput.core.time.Nanos;
import org.apache.cassandra.db.ConsistencyLevel;
import org.apache.cassandra.schema.TableMetadata;
import org.jspecify.annotations.Nullable;

/**
 * A read that may share its answer, and what identical reads have in common. Immutable.
 *
 * @param limit the limit of its table; null if it has none that is enforced
 * @param option how the hot reads of its table are answered
 * @param isCoalesced whether identical reads share one
 */
record HotRead(
    ReadIdentity identity,
    TableMetadata table,
    @Nullable TableLimit limit,
    HotReads option,
    boolean isCoalesced,
    Partition partition,
    ConsistencyLevel consistency) {

  /** How long a read waits after it was refused for its share. */
  private static final long BRIEF_NANOS = 10 * Nanos.PER_MILLI;

  /** What a rejection says of the read. The table may have had no limit when the read was seen. */
  ReadFacts.Verdict verdict(Rejection rejection) {
    if (rejection.isBrief()) {
      return ReadFacts.Verdict.ABOVE_SHARE;
    }
    return limit != null && rejection instanceof LimitRejection
        ? ReadFacts.Verdict.OVER_LIMIT
        : ReadFacts.Verdict.REFUSED;
  }

  /**
   * How long to wait after a rejection: about as long as the limit lets one read pass in the whole
   * cluster. {@link GroupRead#NEVER} if no wait helps.
   */
  long pauseNanos(Rejection rejection) {
    return switch (verdict(rejection)) {
      case ABOVE_SHARE -> BRIEF_NANOS;
      case OVER_LIMIT ->
          limit == null || limit.perSecond() == 0 ? GroupRead.NEVER : limit.periodNanos();
      default -> GroupRead.NEVER;
    };
  }
}
