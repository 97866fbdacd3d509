package io.goodput.cassandra.fair;

import io.goodput.cassandra.request.Explained;
import io.goodput.cassandra.request.Reasons;
import io.goodput.core.fair.Held;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.cassandra.exceptions.ExceptionCode;
import org.apache.cassandra.exceptions.RequestValidationException;
import org.apache.cassandra.schema.TableMetadata;

/**
 * The answer to a request above a fair share.
 *
 * <p>Built once a second for each share, without a stack trace and without data of a request. Its
 * code is CONFIG_ERROR, which drivers do not retry. They retry OVERLOADED on the next node, which
 * would multiply the load.
 */
final class FairShareException extends RequestValidationException implements Explained {

  private static final long serialVersionUID = 1L;

  private static final long RETRY_MILLIS = TimeUnit.NANOSECONDS.toMillis(FairGuard.TICK_NANOS);

  private final transient Map<String, ByteBuffer> payload;

  /**
   * An answer without numbers.
   *
   * @param node the address of this node
   */
  FairShareException(String node) {
    super(
        ExceptionCode.CONFIG_ERROR,
        ("Node %s or a replica is overloaded, and this tenant or partition has its fair share of"
                + " requests in flight; retry after %d ms")
            .formatted(node, RETRY_MILLIS));
    this.payload = reasons().payload();
  }

  /**
   * An answer with numbers.
   *
   * @param perSecond requests that were refused in the last second; zero if that is not known yet
   */
  FairShareException(String node, Refused what, Held held, long perSecond) {
    super(ExceptionCode.CONFIG_ERROR, text(node, what, held, perSecond));
    Reasons reasons = reasons().share(held.share()).inFlight(held.inFlight());
    if (what.table() != null) {
      reasons.table(what.table());
    }
    if (perSecond > 0) {
      reasons.rate(perSecond);
    }
    this.payload = reasons.payload();
  }

  private static Reasons reasons() {
    return new Reasons(Reasons.Kind.FAIR_SHARE).retryAfterMillis(RETRY_MILLIS);
  }

  private static String text(String node, Refused what, Held held, long perSecond) {
    return ("%s is overloaded, and this %s has %d requests in flight%s (fair share %d%s);"
            + " retry after %d ms")
        .formatted(
            what.isForReplica() ? "A replica" : "Node " + node,
            competitor(what),
            held.inFlight(),
            what.isForReplica() ? " to it from node " + node : "",
            held.share(),
            perSecond > 0 ? ", " + perSecond + " refused per second" : "",
            RETRY_MILLIS);
  }

  private static String competitor(Refused what) {
    if (what.isTenant()) {
      return what.tenantKind();
    }
    TableMetadata table = what.table();
    String ofTable = table == null ? "" : " of table " + table.keyspace + "." + table.name;
    return (what.token() == null ? "kind of request" : "partition") + ofTable;
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
