package io.goodput.cassandra.view;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.cassandra.db.DataRange;
import org.apache.cassandra.db.DecoratedKey;
import org.apache.cassandra.db.Slices;
import org.apache.cassandra.db.filter.ClusteringIndexSliceFilter;
import org.apache.cassandra.db.filter.ColumnFilter;
import org.apache.cassandra.db.rows.Row;
import org.apache.cassandra.db.virtual.AbstractVirtualTable;
import org.apache.cassandra.db.virtual.VirtualTable;
import org.apache.cassandra.schema.TableMetadata;

/** Reads virtual tables without a node. */
public final class Rows {

  private Rows() {}

  /** The regular columns of each row by name, and the partition key if it is one column. */
  public static List<Map<String, Object>> of(VirtualTable table) {
    TableMetadata metadata = table.metadata();
    List<Map<String, Object>> rows = new ArrayList<>();
    ((AbstractVirtualTable) table)
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
                    .forEachRemaining(row -> rows.add(row(metadata, partition.key(), (Row) row))));
    return rows;
  }

  private static Map<String, Object> row(TableMetadata metadata, DecoratedKey key, Row row) {
    Map<String, Object> columns = new LinkedHashMap<>();
    if (metadata.partitionKeyColumns().size() == 1) {
      columns.put(
          metadata.partitionKeyColumns().get(0).name.toString(),
          metadata.partitionKeyType.compose(key.getKey()));
    }
    row.cells()
        .forEach(
            cell ->
                columns.put(
                    cell.column().name.toString(), cell.column().type.compose(cell.buffer())));
    return columns;
  }
}
