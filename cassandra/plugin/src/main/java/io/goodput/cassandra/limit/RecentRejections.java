package io.goodput.cassandra.limit;

import io.goodput.cassandra.request.Partition;
import io.goodput.cassandra.request.Request;
import io.goodput.core.time.Nanos;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.apache.cassandra.auth.AuthenticatedUser;
import org.jspecify.annotations.Nullable;

/**
 * Which statements of which roles this node has rejected lately on which partitions, after it had
 * checked the roles' permissions. The next such request can be rejected without asking for
 * permissions again.
 *
 * <p>Fixed memory: rejections that share an entry replace each other. Thread-safe and lock-free.
 */
final class RecentRejections {

  /** How long a permission counts that was checked. */
  private static final long RECENT_NANOS = Nanos.PER_SECOND;

  private static final int ENTRIES = 1 << 12;

  /**
   * A rejection.
   *
   * @param mayKnowRate whether the client may learn the rate of the partition
   */
  record Rejection(
      Object statement,
      @Nullable AuthenticatedUser user,
      long partition,
      boolean mayKnowRate,
      long at) {}

  private final AtomicReferenceArray<@Nullable Rejection> entries =
      new AtomicReferenceArray<>(ENTRIES);
  private volatile long last;

  /** No rejections until now. */
  RecentRejections(long now) {
    this.last = now - RECENT_NANOS - 1;
  }

  /** Records the rejection of a prepared statement that its client was allowed to execute. */
  void record(Request request, Partition partition, boolean mayKnowRate, long now) {
    Object statement = request.preparedStatement();
    long bits = TableLimit.bitsOf(partition.token());
    entries.set(
        place(statement, bits), new Rejection(statement, request.user(), bits, mayKnowRate, now));
    last = now;
  }

  /** Whether there is any recent rejection. */
  boolean isAny(long now) {
    return now - last <= RECENT_NANOS;
  }

  /** The latest rejection of the same statement of the same role on the same partition, if any. */
  @SuppressWarnings("ReferenceEquality") // a prepared statement is the same object each time
  @Nullable Rejection find(Request request, Partition partition, long now) {
    Object statement = request.preparedStatement();
    long bits = TableLimit.bitsOf(partition.token());
    Rejection rejection = entries.get(place(statement, bits));
    return rejection != null
            && rejection.statement == statement
            && rejection.partition == bits
            && now - rejection.at <= RECENT_NANOS
            && Objects.equals(rejection.user, request.user())
        ? rejection
        : null;
  }

  private static int place(Object statement, long partition) {
    long mixed = (System.identityHashCode(statement) ^ partition) * 0x9E3779B97F4A7C15L;
    return (int) (mixed >>> 52);
  }
}
