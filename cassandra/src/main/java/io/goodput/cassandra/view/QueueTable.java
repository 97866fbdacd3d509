package io.goodput.cassandra.view;

import io.goodput.cassandra.deadline.RequestDeadlines;
import io.goodput.cassandra.deadline.RequestQueue;
import java.util.concurrent.TimeUnit;
import org.apache.cassandra.db.marshal.BooleanType;
import org.apache.cassandra.db.marshal.LongType;
import org.apache.cassandra.db.marshal.UTF8Type;
import org.apache.cassandra.db.virtual.AbstractVirtualTable;
import org.apache.cassandra.db.virtual.SimpleDataSet;
import org.apache.cassandra.dht.LocalPartitioner;
import org.apache.cassandra.schema.TableMetadata;

/** {@code queue}: which requests this node drops as they leave its queue. */
final class QueueTable extends AbstractVirtualTable {

  private final RequestDeadlines deadlines;

  QueueTable(String keyspace, RequestDeadlines deadlines) {
    super(
        TableMetadata.builder(keyspace, "queue")
            .comment("requests that this node drops since they waited too long in its queue")
            .kind(TableMetadata.Kind.VIRTUAL)
            .partitioner(new LocalPartitioner(UTF8Type.instance))
            .addPartitionKeyColumn("kind", UTF8Type.instance)
            .addRegularColumn("patience_ms", LongType.instance)
            .addRegularColumn("service_ms", LongType.instance)
            .addRegularColumn("standing", BooleanType.instance)
            .addRegularColumn("dropped_too_late", LongType.instance)
            .addRegularColumn("dropped_for_overload", LongType.instance)
            .build());
    this.deadlines = deadlines;
  }

  @Override
  public DataSet data() {
    SimpleDataSet rows = new SimpleDataSet(metadata());
    for (RequestQueue queue : deadlines.queues()) {
      rows.row(queue.kind().toString())
          .column("patience_ms", TimeUnit.NANOSECONDS.toMillis(queue.patienceNanos()))
          .column("service_ms", TimeUnit.NANOSECONDS.toMillis(queue.expectedServiceNanos()))
          .column("standing", queue.isStanding())
          .column("dropped_too_late", queue.droppedTooLate().getCount())
          .column("dropped_for_overload", queue.droppedForOverload().getCount());
    }
    return rows;
  }
}
