package io.goodput.cassandra.deadline;

import io.goodput.cassandra.request.Request;
import io.goodput.cassandra.request.RequestClock;
import io.goodput.core.retry.FailedRequests;
import io.goodput.core.retry.RepeatBudgets;
import io.goodput.core.table.SecretHash;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.apache.cassandra.exceptions.InvalidRequestException;
import org.apache.cassandra.service.ClientState;

/**
 * Tells which requests repeat one that has failed, and bounds them while the node receives more
 * than it serves: retries keep an overload alive after its cause has gone. A client may say which
 * attempt a request is. Without that, a single statement is a repeat if the same one of the same
 * role and address has failed on this node: the same prepared statement or text, and the same
 * values.
 *
 * <p>Thread-safe and lock-free. While no request has failed lately and the node serves all, a
 * request costs a comparison.
 */
final class Repeats {

  static final PayloadNumber ATTEMPT = new PayloadNumber("goodput.attempt", "a whole number");

  /** Failed requests that the node remembers: 128 KiB. */
  private static final int PLACES = 1 << 14;

  /** What a request may have sent so that it is recognized: it is hashed while the node is busy. */
  private static final long MOST_BYTES = 4_096;

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
            && isRecognizable(request)
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
    if (request.payload(ATTEMPT.key()) != null || !isRecognizable(request)) {
      return;
    }
    long now = request.startedNanos() + request.servedNanos();
    long nanos = request.kind().serverTimeoutNanos();
    failed.failed(hash(request), now, nanos);
    if (now + nanos - failedUntil > 0) {
      failedUntil = now + nanos;
    }
  }

  private static boolean isRecognizable(Request request) {
    return request.isSingle() && request.sentBytes() <= MOST_BYTES;
  }

  private static int tenant(Request request) {
    return request.tenant().hashCode();
  }

  private static long hash(Request request) {
    ClientState client = request.connection();
    InetSocketAddress address = client.getRemoteAddress();
    int who =
        Objects.hash(
            tenant(request),
            client.getRawKeyspace(),
            address == null ? null : address.getAddress());
    return SecretHash.ofThisProcess().of(who, request.likeness());
  }
}
