package io.goodput.cassandra.view;

import io.goodput.cassandra.limit.PartitionNames;
import io.goodput.cassandra.limit.Series;
import io.goodput.core.limit.HotPartition;
import io.goodput.core.limit.PartitionLimits;
import java.util.ArrayList;
import java.util.List;
import org.apache.cassandra.schema.TableMetadata;
import org.jspecify.annotations.Nullable;

/** The partitions with the highest counters, with their names. */
public final class HotPartitions {

  private final PartitionLimits limits;
  private final PartitionNames names;
  private final int atMost;

  /**
   * @param atMost how many partitions to show
   */
  public HotPartitions(PartitionLimits limits, PartitionNames names, int atMost) {
    this.limits = limits;
    this.names = names;
    this.atMost = atMost;
  }

  /** Hottest first. */
  List<Row> rows() {
    List<Row> rows = new ArrayList<>();
    for (HotPartition hot : limits.hottest(atMost)) {
      PartitionNames.Name name = names.of(hot.key());
      if (name != null) {
        rows.add(new Row(name, hot.rate(), hot.refusedRate()));
      }
    }
    return rows;
  }

  /** One partition; rates are operations a second. */
  record Row(PartitionNames.Name name, double rate, double rejectedRate) {

    TableMetadata table() {
      return name.series().table();
    }

    Series series() {
      return name.series();
    }

    /** The partition key as a CQL literal; null if it is not known. */
    @Nullable String key() {
      return name.key() == null ? null : table().partitionKeyAsCQLLiteral(name.key());
    }
  }
}
