package io.goodput.cassandra.level;

import org.apache.cassandra.auth.Permission;
import org.apache.cassandra.auth.RoleResource;
import org.apache.cassandra.service.ClientState;

/** {@code DROP SERVICE LEVEL [IF EXISTS] name}. Roles that have the level lose it. */
record DropLevel(String name, boolean ifExists) implements LevelCommand.Change {

  @Override
  public void authorize(ClientState client, StoredLevels known) {
    client.ensurePermission(Permission.DROP, RoleResource.root());
  }

  @Override
  public void apply(StoredLevels stored, LevelTable table) {
    if (!stored.exists(name) && ifExists) {
      return;
    }
    table.remove(stored.level(name), stored.rolesOf(name));
  }
}
