package io.goodput.cassandra.view;

import io.goodput.cassandra.heat.HeatWeightedReads;
import java.util.Optional;
import org.apache.cassandra.db.marshal.UTF8Type;
import org.apache.cassandra.db.virtual.AbstractMutableVirtualTable;
import org.apache.cassandra.db.virtual.SimpleDataSet;
import org.apache.cassandra.dht.LocalPartitioner;
import org.apache.cassandra.exceptions.InvalidRequestException;
import org.apache.cassandra.schema.TableMetadata;

/**
 * {@code settings}: what a role with MODIFY permission on this table can change while the node
 * runs.
 */
final class SettingsTable extends AbstractMutableVirtualTable {

  private static final String HEAT_WEIGHTED_READS = "heat_weighted_reads";

  private final HeatWeightedReads reads;

  SettingsTable(HeatWeightedReads reads) {
    super(
        TableMetadata.builder(GoodputKeyspace.NAME, "settings")
            .comment("settings of this node that can be changed while it runs, until it restarts")
            .kind(TableMetadata.Kind.VIRTUAL)
            .partitioner(new LocalPartitioner(UTF8Type.instance))
            .addPartitionKeyColumn("name", UTF8Type.instance)
            .addRegularColumn("value", UTF8Type.instance)
            .build());
    this.reads = reads;
  }

  @Override
  public DataSet data() {
    SimpleDataSet rows = new SimpleDataSet(metadata());
    rows.row(HEAT_WEIGHTED_READS).column("value", Boolean.toString(reads.isEnabled()));
    return rows;
  }

  @Override
  protected void applyColumnUpdate(
      ColumnValues partitionKey, ColumnValues clustering, Optional<ColumnValue> column) {
    String name = partitionKey.value(0);
    if (!name.equals(HEAT_WEIGHTED_READS)) {
      throw new InvalidRequestException(
          "Unknown setting '%s'; %s can be set".formatted(name, HEAT_WEIGHTED_READS));
    }
    String value = column.map(ColumnValue::<String>value).orElse("");
    if (!value.equals("true") && !value.equals("false")) {
      throw new InvalidRequestException(
          "%s must be 'true' or 'false', not '%s'".formatted(name, value));
    }
    try {
      reads.setEnabled(value.equals("true"));
    } catch (IllegalArgumentException e) {
      throw new InvalidRequestException(e.getMessage());
    }
  }
}
