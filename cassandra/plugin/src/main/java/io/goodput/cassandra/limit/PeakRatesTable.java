package io.goodput.cassandra.limit;

import io.goodput.cassandra.view.View;
import io.goodput.core.peak.RateBand;
import java.util.List;
import java.util.stream.Stream;
import org.apache.cassandra.db.marshal.Int32Type;
import org.apache.cassandra.db.marshal.LongType;
import org.apache.cassandra.db.marshal.UTF8Type;
import org.apache.cassandra.db.virtual.VirtualTable;

/** {@code peak_rates}: how often the partitions of each limited table were used per second. */
final class PeakRatesTable {

  private record Row(TableLimit limit, RateBand band) {}

  private PeakRatesTable() {}

  static VirtualTable of(LimitedTables tables) {
    return View.<Row>of("peak_rates", "how often partitions were used in a second")
        .partitionKey("keyspace_name", UTF8Type.instance, row -> row.limit.table().keyspace)
        .clustering("table_name", UTF8Type.instance, row -> row.limit.table().name)
        .clustering("kind", UTF8Type.instance, row -> row.limit.operation().toString())
        .clustering("from_per_second", Int32Type.instance, row -> row.band.fromPerSecond())
        .column("partition_seconds", LongType.instance, row -> row.band.partitionSeconds())
        .column("requests", LongType.instance, row -> row.band.requests())
        .column("partitions", Int32Type.instance, row -> row.band.partitions())
        .over(() -> tables.limits().stream().flatMap(PeakRatesTable::rows).toList());
  }

  private static Stream<Row> rows(TableLimit limit) {
    List<RateBand> bands = limit.peaks().bands();
    return bands.stream().map(band -> new Row(limit, band));
  }
}
