package io.goodput.cassandra.level;

import io.goodput.core.fair.ServiceLevel;
import org.apache.cassandra.auth.Permission;
import org.apache.cassandra.auth.RoleResource;
import org.apache.cassandra.exceptions.InvalidRequestException;
import org.apache.cassandra.service.ClientState;

/** {@code CREATE SERVICE LEVEL [IF NOT EXISTS] name [WITH options]}. */
record CreateLevel(String name, boolean ifNotExists, LevelOptions options)
    implements LevelCommand.Change {

  @Override
  public void authorize(ClientState client, StoredLevels known) {
    client.ensurePermission(Permission.CREATE, RoleResource.root());
  }

  @Override
  public void apply(StoredLevels stored, LevelTable table) {
    if (!stored.exists(name)) {
      table.save(options.of(ServiceLevel.unlimited(name)));
    } else if (!ifNotExists) {
      throw new InvalidRequestException(
          "Service level '%s' already exists; change it with ALTER SERVICE LEVEL".formatted(name));
    }
  }

  @Override
  public String strengthened() {
    return name;
  }
}
