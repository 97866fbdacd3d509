package io.goodput.cassandra.deadline;

import io.goodput.cassandra.request.Request;
import io.goodput.cassandra.request.RequestClock;
import io.goodput.core.retry.FailedRequests;
import io.goodput.core.retry.RepeatBudgets;
import io.goodput.core.table.SecretHash;
import java.nio.ByteBuffer;
import org.apache.cassandra.exceptions.InvalidRequestException;

/**
 * Tells which requests repeat one that has failed, and bounds them while the node receives more
 * than it serves: retries keep an overload alive after its cause has gone. A client may say which
 * attempt a request is. Without that, a single statement is a repeat if the same one of the same
 * role has failed on this node: the same prepared statement or text, and the same values.
 *
 * <p>Thread-safe and lock-free. While no request has failed lately and the node serves all, a
 * request costs a comparison.
 */
final class Repeats {

  static final PayloadNumber ATTEMPT = new PayloadNumber("goodput.attempt", "a whole number");

  /** Failed requests that the node remembers: 128 KiB. */
  private static final int PLACES = 1 << 14;

  private final FailedRequests failed = new FailedRequests(PLACES);
  private final RepeatBudgets budgets = new RepeatBudgets();

  /** About when the last failure explains no repeat any longer. */
  private volatile long failedUntil = RequestClock.now();

  /**
   * Whether a request repeats another one. A failure explains one repeat, which has come then.
   *
   * @throws InvalidRequestException if the client states an attempt that is no number
   */
  boolean has(Request request) {
    ByteBuffer stated = request.payload(ATTEMPT.key());
    long attempt = stated == null ? 0 : ATTEMPT.of(stated);
    if (attempt == 1) {
      return false;
    }
    boolean isKnown =
        request.startedNanos() - failedUntil < 0
            && request.isSingle()
            && failed.isRepeat(hash(request), request.startedNanos());
    return isKnown || attempt > 1;
  }

  /** Whether the tenant of a repeat has a budget for it, which is smaller then. */
  boolean spend(Request request) {
    return budgets.spend(tenant(request));
  }

  /** A request has succeeded while the node received more than it serves. */
  void succeeded(Request request) {
    budgets.succeeded(tenant(request));
  }

  /** A request has failed, so that its client sends it again soon, or never. */
  void failed(Request request) {
    if (request.isSingle()) {
      long now = request.startedNanos() + request.servedNanos();
      long nanos = request.kind().serverTimeoutNanos();
      failed.failed(hash(request), now, nanos);
      failedUntil = now + nanos;
    }
  }

  private static int tenant(Request request) {
    return request.tenant().hashCode();
  }

  private static long hash(Request request) {
    String keyspace = request.connection().getRawKeyspace();
    long who = tenant(request) * 31L + (keyspace == null ? 0 : keyspace.hashCode());
    return SecretHash.ofThisProcess().of(who, request.likeness());
  }
}
