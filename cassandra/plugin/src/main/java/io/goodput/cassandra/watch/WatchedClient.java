package io.goodput.cassandra.watch;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.Optional;
import org.apache.cassandra.auth.AuthenticatedUser;
import org.apache.cassandra.service.ClientState;
import org.jspecify.annotations.Nullable;

/**
 * A client of a partition, and its statement. Names are cut to a length of {@value #LONGEST_NAME}.
 *
 * @param role null if clients do not log in
 * @param address null if the client has none
 * @param driver its name and version; null if the driver does not send them
 * @param application its name and version; null if the driver does not send them
 * @param statement the CQL text without literals; null if it is not known
 */
public record WatchedClient(
    WatchedPartition partition,
    @Nullable String role,
    @Nullable InetAddress address,
    @Nullable String driver,
    @Nullable String application,
    @Nullable String statement) {

  private static final int LONGEST_NAME = 100;

  static WatchedClient of(
      WatchedPartition partition, ClientState client, @Nullable String statement) {
    AuthenticatedUser user = client.getUser();
    InetSocketAddress remote = client.getRemoteAddress();
    Optional<Map<String, String>> options = client.getClientOptions();
    return new WatchedClient(
        partition,
        user == null || user.isAnonymous() ? null : name(user.getName(), null),
        remote == null ? null : remote.getAddress(),
        name(client.getDriverName().orElse(null), client.getDriverVersion().orElse(null)),
        options.map(WatchedClient::application).orElse(null),
        statement);
  }

  private static @Nullable String application(Map<String, String> options) {
    return name(options.get("APPLICATION_NAME"), options.get("APPLICATION_VERSION"));
  }

  /** Null if no part is known. */
  private static @Nullable String name(@Nullable String first, @Nullable String second) {
    String name = first == null ? second : second == null ? first : first + " " + second;
    if (name == null || name.isEmpty()) {
      return null;
    }
    return name.length() > LONGEST_NAME ? name.substring(0, LONGEST_NAME) : name;
  }
}
