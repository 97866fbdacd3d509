package io.goodput.cassandra.runaway;

import io.goodput.cassandra.request.Client;
import io.goodput.cassandra.view.GoodputKeyspace;
import java.time.Instant;
import java.util.Date;
import java.util.concurrent.TimeUnit;
import org.apache.cassandra.db.marshal.LongType;
import org.apache.cassandra.db.marshal.TimestampType;
import org.apache.cassandra.db.marshal.UTF8Type;
import org.apache.cassandra.db.virtual.AbstractMutableVirtualTable;
import org.apache.cassandra.db.virtual.SimpleDataSet;
import org.apache.cassandra.dht.LocalPartitioner;
import org.apache.cassandra.exceptions.InvalidRequestException;
import org.apache.cassandra.schema.TableMetadata;
import org.jspecify.annotations.Nullable;

/**
 * {@code runaway}: statements that this node has stopped, or would have. A superuser, or a role
 * with MODIFY permission on this table, deletes a row to end the refusal of its statement.
 */
final class RunawayTable extends AbstractMutableVirtualTable {

  private final RunawayList list;

  RunawayTable(RunawayList list) {
    super(
        TableMetadata.builder(GoodputKeyspace.NAME, "runaway")
            .comment("statements that this node has stopped because they ran away; DELETE forgets")
            .kind(TableMetadata.Kind.VIRTUAL)
            .partitioner(new LocalPartitioner(UTF8Type.instance))
            .addPartitionKeyColumn("id", UTF8Type.instance)
            .addRegularColumn("keyspace_name", UTF8Type.instance)
            .addRegularColumn("table_name", UTF8Type.instance)
            .addRegularColumn("statement", UTF8Type.instance)
            .addRegularColumn("origin", UTF8Type.instance)
            .addRegularColumn("stopped", LongType.instance)
            .addRegularColumn("would_stop", LongType.instance)
            .addRegularColumn("refused", LongType.instance)
            .addRegularColumn("longest_ms", LongType.instance)
            .addRegularColumn("last_at", TimestampType.instance)
            .addRegularColumn("refused_until", TimestampType.instance)
            .build());
    this.list = list;
  }

  @Override
  public DataSet data() {
    Client.authorizeReadOf(metadata());
    SimpleDataSet rows = new SimpleDataSet(metadata());
    for (RunawayStatement known : list.all()) {
      rows.row(known.id())
          .column("keyspace_name", known.keyspace())
          .column("table_name", known.table())
          .column("statement", known.text())
          .column("origin", known.origin())
          .column("stopped", known.stopped())
          .column("would_stop", known.wouldStop())
          .column("refused", known.refused())
          .column("longest_ms", TimeUnit.NANOSECONDS.toMillis(known.longestNanos()))
          .column("last_at", Date.from(known.last()))
          .column("refused_until", date(known.refusedUntil()));
    }
    return rows;
  }

  private static @Nullable Date date(@Nullable Instant instant) {
    return instant == null ? null : Date.from(instant);
  }

  @Override
  protected void applyPartitionDeletion(ColumnValues partitionKey) {
    Client.authorizeChangeOf(metadata());
    String id = partitionKey.value(0);
    if (!list.remove(id)) {
      throw new InvalidRequestException(
          "%s has no statement '%s' on this node: see SELECT * FROM %s"
              .formatted(metadata(), id, metadata()));
    }
  }
}
