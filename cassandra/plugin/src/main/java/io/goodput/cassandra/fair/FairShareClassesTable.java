package io.goodput.cassandra.fair;

import io.goodput.cassandra.platform.Platform;
import io.goodput.cassandra.request.Request;
import io.goodput.cassandra.view.View;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.cassandra.db.marshal.Int32Type;
import org.apache.cassandra.db.marshal.LongType;
import org.apache.cassandra.db.marshal.UTF8Type;
import org.apache.cassandra.db.virtual.VirtualTable;
import org.apache.cassandra.schema.TableMetadata;
import org.jspecify.annotations.Nullable;

/**
 * {@code fair_share_classes}: who is held back by this node now, the most refused first. A client
 * sees the partition keys of the tables that it may read.
 */
final class FairShareClassesTable {

  private FairShareClassesTable() {}

  static VirtualTable of(FairGuard guard) {
    return View.<Row>of("fair_share_classes", "roles and partitions above their fair shares now")
        .partitionKey("rank", Int32Type.instance, Row::rank)
        .column("tenant", UTF8Type.instance, row -> row.what().tenantName())
        .column("keyspace_name", UTF8Type.instance, row -> row.of(it -> it.keyspace))
        .column("table_name", UTF8Type.instance, row -> row.of(it -> it.name))
        .column("kind", UTF8Type.instance, Row::kind)
        .column("partition_key", UTF8Type.instance, Row::key)
        .column("overloaded", UTF8Type.instance, Row::overloaded)
        .column("in_flight", Int32Type.instance, row -> row.held.inFlight())
        .column("share", Int32Type.instance, row -> row.held.share())
        .column("refused_per_second", LongType.instance, row -> row.held.refusedPerSecond())
        .over(() -> rows(guard.heldBack(), Request.current()));
  }

  private static List<Row> rows(List<HeldBack> heldBack, @Nullable Request client) {
    List<Row> rows = new ArrayList<>();
    heldBack.stream()
        .sorted(Comparator.comparingLong(HeldBack::refusedPerSecond).reversed())
        .forEach(held -> rows.add(new Row(rows.size() + 1, held, client)));
    return rows;
  }

  /**
   * One who is held back.
   *
   * @param rank 1 for the one with the most refusals
   * @param client who looks
   */
  private record Row(int rank, HeldBack held, @Nullable Request client) {

    private interface Name {
      String of(TableMetadata table);
    }

    Refused what() {
      return held.what();
    }

    @Nullable String of(Name name) {
      TableMetadata table = what().table();
      return table == null ? null : name.of(table);
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
      TableMetadata table = what().table();
      if (table == null || what().key() == null || client == null) {
        return null;
      }
      // Columns may have been masked since the request.
      TableMetadata now = Platform.ofThisNode().schema().getTableMetadata(table.id);
      return now != null && client.maySeeKeysOf(now)
          ? Platform.ofThisNode().keyLiteral(now, what().key())
          : null;
    }
  }
}
