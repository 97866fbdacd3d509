package io.goodput.cli.console;

import java.net.InetAddress;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Who may use the console: those who know its path, under a name that cannot be another site's.
 *
 * @param path of the page, with a slash at both ends; secret if it has a token
 * @param names by which browsers may call the console, besides addresses
 */
record Access(String path, Set<String> names) {

  private static final int TOKEN_BYTES = 18;

  /** Such a host cannot be rebound to another address. */
  private static final Pattern ADDRESS = Pattern.compile("\\[[0-9a-fA-F:.]+]|\\d+(\\.\\d+){3}");

  /** A token is needed unless only this machine can look, and none can change anything. */
  static Access to(InetAddress bound, String name, boolean allowChanges) {
    boolean open = bound.isLoopbackAddress() && !allowChanges;
    return new Access(
        open ? "/" : "/" + token() + "/",
        Stream.of("localhost", name.toLowerCase(Locale.ROOT)).collect(Collectors.toSet()));
  }

  private static String token() {
    byte[] bytes = new byte[TOKEN_BYTES];
    new SecureRandom().nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /** Whether a request's host is an address or a known name: other names may belong to a site. */
  boolean isForUs(@Nullable String host) {
    if (host == null) {
      return false;
    }
    String name = host.replaceFirst(":\\d+$", "");
    return ADDRESS.matcher(name).matches() || names.contains(name.toLowerCase(Locale.ROOT));
  }

  /** Whether the page itself sends a request, and no other site. */
  boolean isFromOurPage(@Nullable String host, @Nullable String origin) {
    return origin != null && origin.replaceFirst("^https?://", "").equals(host);
  }
}
