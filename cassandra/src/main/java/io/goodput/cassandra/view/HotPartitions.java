package io.goodput.cassandra.view;

import io.goodput.cassandra.limit.PartitionNames;
import io.goodput.cassandra.limit.TableLimit;
import io.goodput.core.limit.PartitionLimits;
import io.goodput.core.limit.PartitionRate;
import java.util.ArrayList;
import java.util.List;
import org.apache.cassandra.schema.TableMetadata;
import org.jspecify.annotations.Nullable;

/** The partitions with the highest counters, with their names. */
public final class HotPartitions {

  private final PartitionLimits limits;
  private final PartitionNames names;
  private final int most;

  /**
   * Partitions as this node counts them.
   *
   * @param most how many partitions to show at most
   */
  public HotPartitions(PartitionLimits limits, PartitionNames names, int most) {
    this.limits = limits;
    this.names = names;
    this.most = most;
  }

  /** The partitions, hottest first. */
  List<Row> rows() {
    List<Row> rows = new ArrayList<>();
    for (PartitionRate hot : limits.hottest(most)) {
      PartitionNames.Name name = names.of(hot.key());
      if (name != null) {
        rows.add(
            new Row(
                rows.size() + 1,
                name,
                hot.perSecond(),
                hot.rejectedPerSecond(),
                names.coalesced(hot.key()),
                names.answeredStale(hot.key())));
      }
    }
    return rows;
  }

  /**
   * One partition.
   *
   * @param rank 1 for the hottest
   * @param rate operations per second, rejected ones included
   * @param rejectedRate rejected operations per second
   * @param coalesced reads that got the answer of another client's read
   * @param answeredStale reads over the limit that got an old answer
   */
  record Row(
      int rank,
      PartitionNames.Name name,
      double rate,
      double rejectedRate,
      long coalesced,
      long answeredStale) {

    TableLimit limit() {
      return name.limit();
    }

    TableMetadata table() {
      return limit().table();
    }

    /** The partition key as a CQL literal; null if it is not known. */
    @Nullable String key() {
      return name.key() == null ? null : table().partitionKeyAsCQLLiteral(name.key());
    }
  }
}
