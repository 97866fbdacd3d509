package io.goodput.cassandra.level;

import org.apache.cassandra.auth.Permission;
import org.apache.cassandra.auth.RoleResource;
import org.apache.cassandra.service.ClientState;

/** {@code ATTACH SERVICE LEVEL name TO role}. Replaces the level that the role has. */
record AttachLevel(String name, String role) implements LevelCommand.Change {

  @Override
  public void authorize(ClientState client, StoredLevels known) {
    client.ensurePermission(Permission.AUTHORIZE, RoleResource.role(role));
  }

  @Override
  public void apply(StoredLevels stored, LevelTable table) {
    Grants.requireExists(role);
    table.attach(stored.level(name), role);
  }

  @Override
  public String strengthened() {
    return name;
  }
}
