package io.goodput.cassandra.view;

import io.goodput.cassandra.platform.Platform;
import io.goodput.cassandra.request.CurrentRequest;
import io.goodput.cassandra.request.Request;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.cassandra.schema.TableId;
import org.apache.cassandra.schema.TableMetadata;
import org.jspecify.annotations.Nullable;

/** Hides partition keys from clients that may not read their tables. */
public final class VisibleKeys {

  private VisibleKeys() {}

  /** Those rows that the client of the current request may see; none if there is no request. */
  public static <R> List<R> only(List<R> rows, Function<R, TableId> tableOf) {
    Request request = CurrentRequest.get();
    if (request == null) {
      return List.of();
    }
    Map<TableId, Boolean> visible = new HashMap<>();
    return rows.stream()
        .filter(row -> visible.computeIfAbsent(tableOf.apply(row), id -> isVisible(request, id)))
        .toList();
  }

  /**
   * The key of a partition as a CQL literal; null if it is not known, or if the client may not see
   * it.
   *
   * @param request the request that reads the view; null without a request
   */
  public static @Nullable String literal(
      @Nullable Request request, @Nullable TableMetadata table, @Nullable ByteBuffer key) {
    return request == null || table == null || key == null || !isVisible(request, table.id)
        ? null
        : Platform.ofThisNode().keyLiteral(table, key);
  }

  /** Asks the schema, because columns may be masked after the table was limited. */
  private static boolean isVisible(Request request, TableId id) {
    TableMetadata table = Platform.ofThisNode().schema().getTableMetadata(id);
    return table != null && request.client().maySeeKeysOf(table);
  }
}
