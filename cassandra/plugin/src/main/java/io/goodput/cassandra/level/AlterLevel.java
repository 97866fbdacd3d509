package io.goodput.cassandra.level;

import org.apache.cassandra.auth.Permission;
import org.apache.cassandra.auth.RoleResource;
import org.apache.cassandra.service.ClientState;

/** {@code ALTER SERVICE LEVEL name WITH options}. */
record AlterLevel(String name, LevelOptions options) implements LevelCommand.Change {

  @Override
  public void authorize(ClientState client, StoredLevels known) {
    client.ensurePermission(Permission.ALTER, RoleResource.root());
  }

  @Override
  public void apply(StoredLevels stored, LevelTable table) {
    table.save(options.of(stored.level(name)));
  }

  @Override
  public String strengthened() {
    return name;
  }
}
