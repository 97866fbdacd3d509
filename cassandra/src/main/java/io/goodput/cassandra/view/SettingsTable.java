package io.goodput.cassandra.view;

import io.goodput.cassandra.heat.HeatWeightedReads;
import io.goodput.cassandra.request.Request;
import java.util.Optional;
import org.apache.cassandra.auth.Permission;
import org.apache.cassandra.db.marshal.UTF8Type;
import org.apache.cassandra.db.virtual.AbstractMutableVirtualTable;
import org.apache.cassandra.db.virtual.SimpleDataSet;
import org.apache.cassandra.dht.LocalPartitioner;
import org.apache.cassandra.exceptions.InvalidRequestException;
import org.apache.cassandra.exceptions.UnauthorizedException;
import org.apache.cassandra.schema.TableMetadata;

/**
 * {@code settings}: what can be changed while the node runs, by a superuser or a role with MODIFY
 * permission on this table.
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
    requirePermission();
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

  /** Cassandra has checked the permission too, but roles may have it on all keyspaces for data. */
  private void requirePermission() {
    Request client = Request.current();
    if (client == null || !client.isPermittedOn(metadata(), Permission.MODIFY)) {
      throw new UnauthorizedException(
          "A change of %s needs MODIFY permission on that table; on all keyspaces is not enough"
              .formatted(metadata()));
    }
  }
}
