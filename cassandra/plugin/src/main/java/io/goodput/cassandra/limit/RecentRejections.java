package io.goodput.cassandra.limit;

import io.goodput.cassandra.request.Partition;
import io.goodput.cassandra.request.Request;
import io.goodput.core.table.HashedEntries;
import io.goodput.core.table.SecretHash;
import io.goodput.core.time.Nanos;
import java.util.Objects;
import org.apache.cassandra.auth.AuthenticatedUser;
import org.jspecify.annotations.Nullable;

/**
 * Which statements of which roles this node has rejected lately on which partitions, after it had
 * checked the roles' permissions. The next such request can be rejected without asking for
 * permissions again.
 *
 * <p>Fixed memory: rejections that find no free place replace others. Thread-safe and lock-free.
 */
final class RecentRejections {

  /** How long a permission counts that was checked. */
  private static final long RECENT_NANOS = Nanos.PER_SECOND;

  private static final int PLACES = 1 << 11;

  /**
   * A rejection.
   *
   * @param hash of the statement, the role, and the partition
   * @param mayKnowRate whether the client may learn the rate of the partition
   */
  record Rejection(
      long hash,
      Object statement,
      @Nullable AuthenticatedUser user,
      long partition,
      boolean mayKnowRate,
      long at)
      implements HashedEntries.Entry {}

  private final HashedEntries<Rejection> table = new HashedEntries<>(PLACES);
  private volatile long last;

  /** No rejections until now. */
  RecentRejections(long now) {
    this.last = now - RECENT_NANOS - 1;
  }

  /** Records the rejection of a prepared statement that its client was allowed to execute. */
  void record(Request request, Partition partition, boolean mayKnowRate, long now) {
    Object statement = request.statement();
    long bits = Partition.bitsOf(partition.token());
    long hash = hash(request, bits);
    table.put(
        new Rejection(hash, statement, request.connection().getUser(), bits, mayKnowRate, now),
        now);
    last = now;
  }

  /** Whether there is any recent rejection. */
  boolean isAny(long now) {
    return now - last <= RECENT_NANOS;
  }

  /** The latest rejection of the same statement of the same role on the same partition, if any. */
  @SuppressWarnings("ReferenceEquality") // a prepared statement is the same object each time
  @Nullable Rejection find(Request request, Partition partition, long now) {
    Object statement = request.statement();
    long bits = Partition.bitsOf(partition.token());
    Rejection rejection = table.find(hash(request, bits));
    return rejection != null
            && rejection.statement == statement
            && rejection.partition == bits
            && now - rejection.at <= RECENT_NANOS
            && Objects.equals(rejection.user, request.connection().getUser())
        ? rejection
        : null;
  }

  private static long hash(Request request, long partition) {
    AuthenticatedUser user = request.connection().getUser();
    long role = user == null ? 0 : user.getName().hashCode();
    long statement = System.identityHashCode(request.statement());
    return SecretHash.ofThisProcess().of(role << Integer.SIZE | statement, partition);
  }
}
