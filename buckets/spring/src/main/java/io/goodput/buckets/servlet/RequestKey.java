package io.goodput.buckets.servlet;

import jakarta.servlet.http.HttpServletRequest;
import java.security.Principal;
import org.jspecify.annotations.Nullable;

/**
 * Maps a request to a key. Requests with the same key share a bucket. Implementations are
 * thread-safe.
 */
@FunctionalInterface
public interface RequestKey {

  /** Returns the key of a request; requests without a key share one bucket. */
  @Nullable String of(HttpServletRequest request);

  /** The value of a header, such as an API key. */
  static RequestKey header(String name) {
    return request -> request.getHeader(name);
  }

  /** The path below the context of the application. */
  static RequestKey path() {
    return RateLimitRule::path;
  }

  /** The name of the authenticated user. */
  static RequestKey principal() {
    return request -> {
      Principal user = request.getUserPrincipal();
      return user == null ? null : user.getName();
    };
  }

  /** The address of the client, or of the last proxy. */
  static RequestKey address() {
    return HttpServletRequest::getRemoteAddr;
  }

  /**
   * Reads a key from a text.
   *
   * @param text {@code header:NAME}, {@code path}, {@code principal}, or {@code address}
   * @throws IllegalArgumentException if it is anything else
   */
  static RequestKey parse(String text) {
    if (text.startsWith("header:") && text.length() > "header:".length()) {
      return header(text.substring("header:".length()));
    }
    return switch (text) {
      case "path" -> path();
      case "principal" -> principal();
      case "address" -> address();
      default ->
          throw new IllegalArgumentException(
              "'%s' is not a key of requests: write header:NAME, path, principal, or address."
                  .formatted(text));
    };
  }
}
