package io.goodput.cassandra.fair;

import io.goodput.cassandra.request.CurrentRequest;
import io.goodput.cassandra.request.Request;
import io.goodput.cassandra.view.View;
import io.goodput.cassandra.view.VisibleKeys;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import org.apache.cassandra.db.marshal.Int32Type;
import org.apache.cassandra.db.virtual.VirtualTable;
import org.apache.cassandra.schema.TableMetadata;
import org.jspecify.annotations.Nullable;

/**
 * {@code fair_share_classes}: whose requests this node rejects now, the most rejected first. A
 * client sees the partition keys of the tables that it may read.
 */
final class FairShareClassesTable {

  private FairShareClassesTable() {}

  static VirtualTable of(FairGuard guard) {
    return View.<Row>of("fair_share_classes", "roles and partitions above their fair shares now")
        .partitionKey("rank", Int32Type.instance, Row::rank)
        .text("tenant", row -> row.what().tenantName())
        .text("keyspace_name", row -> row.of(it -> it.keyspace))
        .text("table_name", row -> row.of(it -> it.name))
        .text("kind", Row::kind)
        .text("partition_key", Row::key)
        .text("overloaded", Row::overloaded)
        .integer("in_flight", row -> row.held.inFlight())
        .integer("share", row -> row.held.share())
        .bigint("refused_per_second", row -> row.held.refusedPerSecond())
        .over(() -> rows(guard.heldBack(), CurrentRequest.get()));
  }

  private static List<Row> rows(List<HeldBack> heldBack, @Nullable Request client) {
    List<Row> rows = new ArrayList<>();
    heldBack.stream()
        .sorted(Comparator.comparingLong(HeldBack::refusedPerSecond).reversed())
        .forEach(held -> rows.add(new Row(rows.size() + 1, held, client)));
    return rows;
  }

  /**
   * A role or a partition.
   *
   * @param rank 1 for the one with the most refusals
   * @param client who looks
   */
  private record Row(int rank, HeldBack held, @Nullable Request client) {

    Refused what() {
      return held.what();
    }

    @Nullable String of(Function<TableMetadata, String> name) {
      TableMetadata table = what().table();
      return table == null ? null : name.apply(table);
    }

    /** Null for a tenant as a whole. */
    @Nullable String kind() {
      return what().isTenant() ? null : what().kind().toString();
    }

    String overloaded() {
      return what().isForReplica() ? "replica" : "node";
    }

    /** The key as a CQL literal; null if there is none, or if the client may not see it. */
    @Nullable String key() {
      return VisibleKeys.literal(client, what().table(), what().key());
    }
  }
}
