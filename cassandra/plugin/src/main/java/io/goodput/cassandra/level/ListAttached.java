package io.goodput.cassandra.level;

import org.apache.cassandra.auth.Permission;
import org.apache.cassandra.auth.RoleResource;
import org.apache.cassandra.db.marshal.UTF8Type;
import org.apache.cassandra.service.ClientState;
import org.apache.cassandra.transport.messages.ResultMessage;
import org.jspecify.annotations.Nullable;

/**
 * {@code LIST ATTACHED SERVICE LEVEL OF role} and {@code LIST ALL ATTACHED SERVICE LEVELS}.
 *
 * @param role null for all
 */
record ListAttached(@Nullable String role) implements LevelCommand.Listing {

  @Override
  public void authorize(ClientState client, StoredLevels known) {
    if (role == null) {
      client.ensurePermission(Permission.DESCRIBE, RoleResource.root());
    } else {
      Grants.requireVisible(role, client);
    }
  }

  @Override
  public ResultMessage rows(StoredLevels stored) {
    LevelRows rows =
        new LevelRows()
            .column("role", UTF8Type.instance)
            .column("service_level", UTF8Type.instance);
    stored
        .attachments()
        .forEach(
            (attachedTo, level) -> {
              if (role == null || role.equals(attachedTo)) {
                rows.row(attachedTo, level);
              }
            });
    return rows.answer();
  }
}
