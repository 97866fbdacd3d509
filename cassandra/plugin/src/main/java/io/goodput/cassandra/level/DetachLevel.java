package io.goodput.cassandra.level;

import org.apache.cassandra.auth.Permission;
import org.apache.cassandra.auth.RoleResource;
import org.apache.cassandra.service.ClientState;

/** {@code DETACH SERVICE LEVEL FROM role}. The role may have been dropped, or have no level. */
record DetachLevel(String role) implements LevelCommand.Change {

  @Override
  public void authorize(ClientState client, StoredLevels known) {
    client.ensurePermission(Permission.AUTHORIZE, RoleResource.role(role));
  }

  @Override
  public void apply(StoredLevels stored, LevelTable table) {
    if (stored.attachedTo(role) == null) {
      Grants.requireExists(role);
      return;
    }
    table.detach(role);
  }
}
