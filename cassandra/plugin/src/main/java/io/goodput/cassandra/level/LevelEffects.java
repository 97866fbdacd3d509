package io.goodput.cassandra.level;

import io.goodput.core.fair.ServiceLevel;
import io.goodput.core.fair.Workload;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What service levels can do on this node. Thread-safe.
 *
 * @param areClientsKnown whether clients log in, so that they have roles
 * @param sharesFairly whether the node holds tenants at their fair shares now
 * @param shedsLateRequests whether it sheds requests whose clients no longer wait
 */
public record LevelEffects(
    BooleanSupplier areClientsKnown, BooleanSupplier sharesFairly, boolean shedsLateRequests) {

  /** Why a level, or an option of it, has no effect on this node; null if all of it has. */
  @Nullable String gap(ServiceLevel level) {
    if (!areClientsKnown.getAsBoolean()) {
      return "Clients do not log in (authenticator in cassandra.yaml), so no client has the level";
    }
    if (!sharesFairly.getAsBoolean()) {
      if (!shedsLateRequests) {
        return "Service levels have no effect on this node without fair_shares: on, or"
            + " drop_late_requests: true";
      }
      if (level.shares() < ServiceLevel.MOST_SHARES || level.workload() != Workload.UNSPECIFIED) {
        return "shares and workload_type have no effect on this node without fair_shares: on";
      }
    }
    return level.timeoutNanos() > 0 && !shedsLateRequests
        ? "timeout has no effect on this node without drop_late_requests: true"
        : null;
  }
}
