package io.goodput.cassandra.limit;

import io.goodput.cassandra.view.Rounded;
import io.goodput.cassandra.view.View;
import org.apache.cassandra.db.marshal.DoubleType;
import org.apache.cassandra.db.marshal.Int32Type;
import org.apache.cassandra.db.marshal.LongType;
import org.apache.cassandra.db.marshal.UTF8Type;
import org.apache.cassandra.db.virtual.VirtualTable;

/** {@code limits}: each limit in force on this node, and what it has done. */
final class LimitsTable {

  private LimitsTable() {}

  static VirtualTable of(LimitedTables tables) {
    return View.<TableLimit>of(
            "limits", "per-partition rate limits of user tables, as this node enforces them")
        .partitionKey("keyspace_name", UTF8Type.instance, limit -> limit.table().keyspace)
        .clustering("table_name", UTF8Type.instance, limit -> limit.table().name)
        .clustering("kind", UTF8Type.instance, limit -> limit.operation().toString())
        .column("mode", UTF8Type.instance, limit -> limit.isEnforced() ? "enforce" : "observe")
        .column("max_per_second", Int32Type.instance, limit -> (int) limit.perSecond())
        .column("accepted", LongType.instance, limit -> limit.accepted().getCount())
        .column("rejected", LongType.instance, LimitsTable::rejected)
        .column("rejected_by_coordinator", LongType.instance, limit -> limit.rejected().getCount())
        .column(
            "rejected_by_replicas",
            LongType.instance,
            limit -> limit.rejectedByReplicas().getCount())
        .column("would_reject", LongType.instance, limit -> limit.wouldReject().getCount())
        .column("unstamped", LongType.instance, limit -> limit.unstamped().getCount())
        .column("coalesced", LongType.instance, limit -> limit.coalesced().getCount())
        .column("answered_stale", LongType.instance, limit -> limit.stale().getCount())
        .column(
            "accepted_per_second",
            DoubleType.instance,
            limit -> Rounded.tenths(limit.acceptedPerSecond()))
        .column(
            "rejected_per_second",
            DoubleType.instance,
            limit -> Rounded.tenths(limit.rejectedPerSecond()))
        .over(tables::limits);
  }

  private static long rejected(TableLimit limit) {
    return limit.rejected().getCount() + limit.rejectedByReplicas().getCount();
  }
}
