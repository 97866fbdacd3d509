package io.goodput.cassandra.level;

import java.util.Set;
import java.util.stream.Collectors;
import org.apache.cassandra.auth.AuthenticatedUser;
import org.apache.cassandra.auth.Permission;
import org.apache.cassandra.auth.RoleResource;
import org.apache.cassandra.auth.Roles;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.exceptions.InvalidRequestException;
import org.apache.cassandra.exceptions.UnauthorizedException;
import org.apache.cassandra.service.ClientState;

/** Which roles there are, and which are granted to which. May read from other nodes. */
final class Grants {

  private Grants() {}

  /**
   * All roles granted to a role, directly or not, and itself; none if it does not exist. From
   * Cassandra's cache, which {@code roles_validity} bounds.
   */
  static Set<String> of(String role) {
    return Roles.getRoles(RoleResource.role(role)).stream()
        .map(RoleResource::getRoleName)
        .collect(Collectors.toSet());
  }

  /**
   * Checks that a role exists.
   *
   * @throws InvalidRequestException if it does not
   */
  static void requireExists(String role) {
    if (!DatabaseDescriptor.getRoleManager().isExistingRole(RoleResource.role(role))) {
      throw new InvalidRequestException("Role '%s' does not exist".formatted(role));
    }
  }

  /**
   * Checks that a client may see what a role gets: it has that role, or permission to describe it.
   *
   * @throws UnauthorizedException if it may not
   */
  static void requireVisible(String role, ClientState client) {
    if (!of(client).contains(role)) {
      client.ensurePermission(Permission.DESCRIBE, RoleResource.role(role));
    }
  }

  /** All roles of a client; none if it has no user, as where clients do not log in. */
  static Set<String> of(ClientState client) {
    AuthenticatedUser user = client.getUser();
    return DatabaseDescriptor.getAuthorizer().requireAuthorization() && user != null
        ? of(user.getName())
        : Set.of();
  }
}
