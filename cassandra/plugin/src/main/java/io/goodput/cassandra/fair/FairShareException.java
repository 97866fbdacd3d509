package io.goodput.cassandra.fair;

import io.goodput.cassandra.request.Reasons;
import io.goodput.cassandra.request.RefusedException;
import io.goodput.core.fair.Held;
import java.util.concurrent.TimeUnit;
import org.apache.cassandra.schema.TableMetadata;

/**
 * The answer to a request above a fair share.
 *
 * <p>Built once a second for each share, without data of a request.
 */
final class FairShareException extends RefusedException {

  private static final long serialVersionUID = 1L;

  private static final long RETRY_MILLIS = TimeUnit.NANOSECONDS.toMillis(FairGuard.TICK_NANOS);

  /**
   * An answer without numbers.
   *
   * @param node the address of this node
   */
  FairShareException(String node) {
    super(
        ("Node %s or a replica is overloaded, and this tenant or partition has its fair share of"
                + " requests in flight; retry after %d ms")
            .formatted(node, RETRY_MILLIS),
        reasons());
  }

  /**
   * An answer with numbers.
   *
   * @param perSecond requests that were refused in the last second; zero if that is not known yet
   */
  FairShareException(String node, Refused what, Held held, long perSecond) {
    super(text(node, what, held, perSecond), reasons(what, held, perSecond));
  }

  private static Reasons reasons(Refused what, Held held, long perSecond) {
    Reasons reasons = reasons().share(held.share()).inFlight(held.inFlight());
    if (what.table() != null) {
      reasons.table(what.table());
    }
    if (perSecond > 0) {
      reasons.rate(perSecond);
    }
    return what.isForReplica() ? reasons : reasons.otherNode();
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
}
