package io.goodput.cassandra.level;

import io.goodput.core.fair.ServiceLevel;
import java.util.Collection;
import java.util.List;
import org.apache.cassandra.auth.Permission;
import org.apache.cassandra.auth.RoleResource;
import org.apache.cassandra.db.marshal.DurationType;
import org.apache.cassandra.db.marshal.Int32Type;
import org.apache.cassandra.db.marshal.UTF8Type;
import org.apache.cassandra.service.ClientState;
import org.apache.cassandra.transport.messages.ResultMessage;
import org.jspecify.annotations.Nullable;

/**
 * {@code LIST SERVICE LEVEL name} and {@code LIST ALL SERVICE LEVELS}.
 *
 * @param name null for all
 */
record ListLevels(@Nullable String name) implements LevelCommand.Listing {

  @Override
  public void authorize(ClientState client, StoredLevels known) {
    boolean isOwn =
        name != null && Grants.of(client).stream().map(known::attachedTo).anyMatch(name::equals);
    if (!isOwn) {
      client.ensurePermission(Permission.DESCRIBE, RoleResource.root());
    }
  }

  @Override
  public ResultMessage rows(StoredLevels stored) {
    Collection<ServiceLevel> levels =
        name == null ? stored.levels().values() : List.of(stored.level(name));
    LevelRows rows =
        new LevelRows()
            .column("service_level", UTF8Type.instance)
            .column(LevelOptions.TIMEOUT, DurationType.instance)
            .column(LevelOptions.WORKLOAD_TYPE, UTF8Type.instance)
            .column(LevelOptions.SHARES, Int32Type.instance);
    for (ServiceLevel level : levels) {
      rows.row(
          level.name(),
          LevelRows.timeout(level),
          LevelOptions.nameOf(level.workload()),
          level.shares());
    }
    return rows.answer();
  }
}
