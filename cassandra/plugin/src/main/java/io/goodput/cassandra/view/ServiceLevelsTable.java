package io.goodput.cassandra.view;

import io.goodput.cassandra.fair.FairGuard;
import io.goodput.cassandra.level.ServiceLevels;
import io.goodput.cassandra.request.Request;
import io.goodput.core.fair.ServiceLevel;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.cassandra.db.marshal.Int32Type;
import org.apache.cassandra.db.marshal.LongType;
import org.apache.cassandra.db.marshal.UTF8Type;
import org.apache.cassandra.db.virtual.VirtualTable;
import org.jspecify.annotations.Nullable;

/**
 * {@code service_levels}: the levels that this node knows, with what it refuses their roles now.
 * Only a client that may list all levels sees them.
 */
final class ServiceLevelsTable {

  private ServiceLevelsTable() {}

  static VirtualTable of(ServiceLevels levels, FairGuard guard) {
    return View.<ServiceLevels.Use>of(
            "service_levels", "service levels, and what this node refuses their roles now")
        .partitionKey("service_level", UTF8Type.instance, use -> use.level().name())
        .column("shares", Int32Type.instance, use -> use.level().shares())
        .column("timeout_ms", LongType.instance, use -> timeoutMillis(use.level()))
        .column("workload_type", UTF8Type.instance, ServiceLevels.Use::workloadType)
        .column("roles", Int32Type.instance, ServiceLevels.Use::roles)
        .column("active_roles", Int32Type.instance, ServiceLevels.Use::activeRoles)
        .column(
            "refused_per_second",
            LongType.instance,
            use -> guard.refusedPerSecond(use.level().name()))
        .over(() -> isPermitted(Request.current()) ? levels.uses() : List.of());
  }

  private static boolean isPermitted(@Nullable Request client) {
    return client != null && client.maySeeRoles();
  }

  /** Null if the level does not say. */
  private static @Nullable Long timeoutMillis(ServiceLevel level) {
    return level.timeoutNanos() == 0 ? null : TimeUnit.NANOSECONDS.toMillis(level.timeoutNanos());
  }
}
