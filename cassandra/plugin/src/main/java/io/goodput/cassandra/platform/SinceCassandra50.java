package io.goodput.cassandra.platform;

import java.util.List;
import org.apache.cassandra.auth.Permission;
import org.apache.cassandra.cql3.QueryOptions;
import org.apache.cassandra.schema.ColumnMetadata;
import org.apache.cassandra.schema.TableMetadata;
import org.apache.cassandra.service.ClientState;

/** What Cassandra 5.0 and 6.0 have in common: masks, and times in 64 bits. */
interface SinceCassandra50 extends Platform {

  @Override
  default long nowInSeconds(QueryOptions options, long ifNotSet) {
    return options.getNowInSec(ifNotSet);
  }

  @Override
  default boolean hasMasks(TableMetadata table) {
    return table.hasMaskedColumns();
  }

  @Override
  default boolean seesUnmasked(ClientState client, TableMetadata table) {
    return !table.hasMaskedColumns() || client.hasTablePermission(table, Permission.UNMASK);
  }

  @Override
  default boolean maySeeKeys(ClientState client, TableMetadata table) {
    List<ColumnMetadata> key = table.partitionKeyColumns();
    return client.hasTablePermission(table, Permission.SELECT)
        && (key.stream().noneMatch(ColumnMetadata::isMasked)
            || client.hasTablePermission(table, Permission.UNMASK));
  }
}
