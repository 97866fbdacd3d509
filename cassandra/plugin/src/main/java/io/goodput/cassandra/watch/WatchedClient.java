package io.goodput.cassandra.watch;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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
        user == null || user.isAnonymous() ? null : name(Stream.of(user.getName())),
        remote == null ? null : remote.getAddress(),
        name(
            Stream.of(client.getDriverName(), client.getDriverVersion()).flatMap(Optional::stream)),
        options.map(WatchedClient::application).orElse(null),
        statement);
  }

  private static @Nullable String application(Map<String, String> options) {
    return name(
        Stream.of("APPLICATION_NAME", "APPLICATION_VERSION")
            .flatMap(option -> Stream.ofNullable(options.get(option))));
  }

  /** Null if no part is known. */
  private static @Nullable String name(Stream<String> parts) {
    String name = parts.collect(Collectors.joining(" "));
    if (name.isEmpty()) {
      return null;
    }
    return name.length() > LONGEST_NAME ? name.substring(0, LONGEST_NAME) : name;
  }
}
