package io.goodput.cassandra.request;

import io.goodput.cassandra.platform.Platform;
import java.net.InetSocketAddress;
import org.apache.cassandra.auth.AuthenticatedUser;
import org.apache.cassandra.auth.IResource;
import org.apache.cassandra.auth.Permission;
import org.apache.cassandra.auth.RoleResource;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.exceptions.RequestValidationException;
import org.apache.cassandra.exceptions.UnauthorizedException;
import org.apache.cassandra.schema.TableMetadata;
import org.apache.cassandra.service.ClientState;
import org.jspecify.annotations.Nullable;

/**
 * The client of a request: its name, and what it may do. Immutable.
 *
 * @param state of its connection
 */
public record Client(ClientState state) {

  /** The role that a client has logged in with; null if clients do not log in. */
  static @Nullable String roleOf(ClientState connection) {
    AuthenticatedUser user = connection.getUser();
    return user == null || user.isAnonymous() ? null : user.getName();
  }

  /** The role that the client has logged in with, or the client's address if it has not. */
  public String origin() {
    String role = roleOf(state);
    if (role != null) {
      return role;
    }
    InetSocketAddress address = state.getRemoteAddress();
    return address == null ? "" : address.getAddress().getHostAddress();
  }

  /** Whether the client may see the partition keys of a table. */
  public boolean maySeeKeysOf(TableMetadata keysOwner) {
    return Platform.ofThisNode().maySeeKeys(state, keysOwner);
  }

  /**
   * Whether the client is a superuser, or has a permission on this very table. A permission on all
   * keyspaces does not count.
   */
  public boolean isPermittedOn(TableMetadata own, Permission permission) {
    return isPermittedOn(own.resource, permission);
  }

  /**
   * Checks that the client of the current request may read one of the plug-in's own tables: a
   * permission on all keyspaces does not count, as with Cassandra's {@code system_views}.
   *
   * @throws UnauthorizedException if it may not
   */
  public static void authorizeReadOf(TableMetadata own) {
    Request request = CurrentRequest.get();
    if (request != null && !request.client().isPermittedOn(own, Permission.SELECT)) {
      throw new UnauthorizedException(
          "User %s has no SELECT permission on %s.%s; one on ALL KEYSPACES does not count"
              .formatted(request.client().origin(), own.keyspace, own.name));
    }
  }

  /**
   * Checks that the client of the current request may change one of the plug-in's own tables. A
   * permission on all keyspaces, which roles may have for data, does not count.
   *
   * @throws UnauthorizedException if it may not
   */
  public static void authorizeChangeOf(TableMetadata own) {
    Request request = CurrentRequest.get();
    if (request == null || !request.client().isPermittedOn(own, Permission.MODIFY)) {
      throw new UnauthorizedException(
          "A change of %s needs MODIFY permission on that table; on all keyspaces is not enough"
              .formatted(own));
    }
  }

  /** Whether the client may list all roles. */
  public boolean maySeeRoles() {
    return isPermittedOn(RoleResource.root(), Permission.DESCRIBE);
  }

  private boolean isPermittedOn(IResource resource, Permission permission) {
    // What runs in the node's own process, such as a management agent, has no user.
    AuthenticatedUser user = state.getUser();
    return !DatabaseDescriptor.getAuthorizer().requireAuthorization()
        || state.isInternal
        || (user != null && user.getPermissions(resource).contains(permission));
  }

  /**
   * Checks that the client may alter a table.
   *
   * @throws RequestValidationException if it may not
   */
  public void authorizeAlter(String keyspace, String tableName) {
    state.ensureTablePermission(keyspace, tableName, Permission.ALTER);
  }
}
