package io.goodput.cassandra.event;

import io.goodput.cassandra.feature.Feature;
import io.goodput.cassandra.request.CurrentRequest;
import io.goodput.cassandra.request.Request;
import io.goodput.cassandra.view.View;
import io.goodput.cassandra.view.VisibleKeys;
import java.util.Date;
import java.util.List;
import java.util.function.Function;
import org.apache.cassandra.db.marshal.InetAddressType;
import org.apache.cassandra.db.marshal.LongType;
import org.apache.cassandra.db.marshal.ReversedType;
import org.apache.cassandra.db.marshal.TimestampType;
import org.apache.cassandra.db.virtual.VirtualTable;
import org.apache.cassandra.schema.TableMetadata;
import org.apache.cassandra.utils.FBUtilities;
import org.jspecify.annotations.Nullable;

/**
 * {@code events}: what has happened on this node, newest first. A client sees the partition keys of
 * the tables that it may read.
 */
public final class EventFeature implements Feature {

  private final Events events;

  /** Shows these events. */
  public EventFeature(Events events) {
    this.events = events;
  }

  @Override
  public List<VirtualTable> tables() {
    return List.of(table());
  }

  private VirtualTable table() {
    return View.<Row>of("events", "what has happened on this node, newest first")
        .partitionKey("node", InetAddressType.instance, it -> FBUtilities.getJustBroadcastAddress())
        .clustering(
            "number", ReversedType.getInstance(LongType.instance), row -> row.event.number())
        .column("at", TimestampType.instance, row -> Date.from(row.event.at()))
        .text("severity", row -> row.event.kind().severity().toString())
        .text("kind", row -> row.event.kind().toString())
        .text("keyspace_name", row -> row.of(table -> table.keyspace))
        .text("table_name", row -> row.of(table -> table.name))
        .text("partition_key", Row::key)
        .text("message", row -> row.event.message(row.key))
        .over(() -> rows(CurrentRequest.get()));
  }

  private List<Row> rows(@Nullable Request client) {
    return events.latest().stream()
        .map(event -> new Row(event, VisibleKeys.literal(client, event.table(), event.key())))
        .toList();
  }

  /**
   * An event, for one client.
   *
   * @param key null if the client may not see it
   */
  private record Row(Event event, @Nullable String key) {

    @Nullable String of(Function<TableMetadata, String> name) {
      TableMetadata table = event.table();
      return table == null ? null : name.apply(table);
    }
  }
}
