package io.goodput.cassandra.platform;

import java.util.List;
import org.apache.cassandra.auth.Permission;
import org.apache.cassandra.cql3.QueryOptions;
import org.apache.cassandra.schema.ColumnMetadata;
import org.apache.cassandra.schema.TableMetadata;
import org.apache.cassandra.service.ClientState;

/** Cassandra 5.0. */
final class Cassandra50 implements Platform {

  @Override
  public long nowInSeconds(QueryOptions options, long ifNotSet) {
    return options.getNowInSec(ifNotSet);
  }

  @Override
  public boolean hasMasks(TableMetadata table) {
    return table.hasMaskedColumns();
  }

  @Override
  public boolean seesUnmasked(ClientState client, TableMetadata table) {
    return !table.hasMaskedColumns() || client.hasTablePermission(table, Permission.UNMASK);
  }

  @Override
  public boolean maySeeKeys(ClientState client, TableMetadata table) {
    List<ColumnMetadata> key = table.partitionKeyColumns();
    return client.hasTablePermission(table, Permission.SELECT)
        && (key.stream().noneMatch(ColumnMetadata::isMasked)
            || client.hasTablePermission(table, Permission.UNMASK));
  }
}
