package io.goodput.cassandra.limit;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.cassandra.request.Statements;
import io.goodput.core.peak.PeakRates;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.cassandra.db.DataRange;
import org.apache.cassandra.db.Slices;
import org.apache.cassandra.db.filter.ClusteringIndexSliceFilter;
import org.apache.cassandra.db.filter.ColumnFilter;
import org.apache.cassandra.db.rows.Row;
import org.apache.cassandra.db.virtual.AbstractVirtualTable;
import org.apache.cassandra.db.virtual.VirtualTable;
import org.apache.cassandra.schema.TableMetadata;
import org.apache.cassandra.utils.ByteBufferUtil;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class ProposedLimitsTableTest {

  private static final int PER_SECOND = 7;

  private final Limited limited = new Limited();
  private final VirtualTable view = ProposedLimitsTable.of(limited.tables);

  /** Initializes Cassandra. */
  @BeforeAll
  static void initialize() {
    assertThat(Statements.parse("SELECT * FROM ks.t")).isNotNull();
  }

  @Test
  void rows_withEnoughEvidence_haveTheProposal() {
    limited.alter(Map.of("max_reads_per_second", "5"));
    observe(PeakRates.LEAST_PARTITIONS);

    assertThat(rows())
        .singleElement()
        .satisfies(
            row -> {
              assertThat(number(row, "proposed_per_second")).isEqualTo(80);
              assertThat(number(row, "p999_per_second")).isEqualTo(PER_SECOND);
              assertThat(number(row, "partitions")).isEqualTo(PeakRates.LEAST_PARTITIONS);
            });
  }

  @Test
  void rows_withoutEnoughEvidence_areNone() {
    limited.alter(Map.of("max_reads_per_second", "5"));
    observe(PeakRates.LEAST_PARTITIONS - 1);

    assertThat(rows()).isEmpty();
  }

  private void observe(int partitions) {
    PeakRates peaks = limited.limit().peaks();
    for (int second = 0; second < PeakRates.LEAST_SECONDS; second++) {
      peaks.endSecond();
    }
    for (long partition = 0; partition < partitions; partition++) {
      peaks.count(partition, PER_SECOND);
    }
  }

  private List<Row> rows() {
    TableMetadata metadata = view.metadata();
    List<Row> rows = new ArrayList<>();
    ((AbstractVirtualTable) view)
        .data()
        .getPartitions(DataRange.allData(metadata.partitioner))
        .forEachRemaining(
            partition ->
                partition
                    .toRowIterator(
                        metadata,
                        new ClusteringIndexSliceFilter(Slices.ALL, false),
                        ColumnFilter.all(metadata),
                        0)
                    .forEachRemaining(row -> rows.add((Row) row)));
    return rows;
  }

  private int number(Row row, String column) {
    return ByteBufferUtil.toInt(
        row.getCell(view.metadata().getColumn(ByteBufferUtil.bytes(column))).buffer());
  }
}
