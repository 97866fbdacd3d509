package io.goodput.cassandra.limit;

import io.goodput.cassandra.view.View;
import io.goodput.core.peak.ProposedLimit;
import java.util.stream.Stream;
import org.apache.cassandra.db.marshal.DoubleType;
import org.apache.cassandra.db.marshal.Int32Type;
import org.apache.cassandra.db.marshal.LongType;
import org.apache.cassandra.db.marshal.UTF8Type;
import org.apache.cassandra.db.virtual.VirtualTable;

/** {@code proposed_limits}: limits for those tables of which enough partitions were counted. */
final class ProposedLimitsTable {

  private record Row(TableLimit limit, ProposedLimit proposed) {}

  private ProposedLimitsTable() {}

  static VirtualTable of(LimitedTables tables) {
    return View.<Row>of("proposed_limits", "limits that follow from how partitions were used")
        .partitionKey("keyspace_name", UTF8Type.instance, row -> row.limit.table().keyspace)
        .clustering("table_name", UTF8Type.instance, row -> row.limit.table().name)
        .clustering("kind", UTF8Type.instance, row -> row.limit.operation().toString())
        .column("proposed_per_second", Int32Type.instance, row -> row.proposed.perSecond())
        .column("p999_per_second", Int32Type.instance, row -> row.proposed.p999PerSecond())
        .column("rejected_share", DoubleType.instance, row -> row.proposed.rejectedShare())
        .column("partitions", Int32Type.instance, row -> row.proposed.partitions())
        .column("seconds_observed", LongType.instance, row -> row.proposed.seconds())
        .over(() -> tables.limits().stream().flatMap(ProposedLimitsTable::row).toList());
  }

  private static Stream<Row> row(TableLimit limit) {
    return limit.peaks().proposal().stream().map(proposed -> new Row(limit, proposed));
  }
}
