package io.goodput.buckets.servlet;

import io.goodput.buckets.BucketOptions;
import io.goodput.buckets.Limit;
import io.goodput.buckets.Limits;
import jakarta.servlet.http.HttpServletRequest;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Limits for requests: each key has a bucket of its own, and a request takes one token. Immutable.
 *
 * <p>The id of a bucket is the name of the rule, a colon, and the key; a key that is long, or not
 * plain text, is replaced by its SHA-256.
 */
public final class RateLimitRule {

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_.-]{1,100}");
  private static final Pattern PLAIN = Pattern.compile("[\\x20-\\x7e]{0,200}");
  private static final String ALL_BELOW = "/**";

  private final String name;
  private final String path;
  private final RequestKey key;
  private final BucketOptions options;
  private final String policy;

  private RateLimitRule(
      String name, String path, RequestKey key, BucketOptions options, String policy) {
    this.name = name;
    this.path = path;
    this.key = key;
    this.options = options;
    this.policy = policy;
  }

  /**
   * Creates a rule.
   *
   * @param name 1 to 100 letters, digits, and characters of {@code -_.}; unique in an application
   * @param path below the context of the application; with {@code /**} at its end, all paths below
   * @throws IllegalArgumentException if the name or the path is anything else
   */
  public static RateLimitRule of(String name, String path, RequestKey key, Limits limits) {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "'%s' cannot be the name of a rule: choose 1 to 100 letters, digits, or any of -_."
              .formatted(name));
    }
    if (!path.startsWith("/")) {
      throw new IllegalArgumentException(
          "The path '%s' of rule '%s' does not start with /: add it.".formatted(path, name));
    }
    return new RateLimitRule(name, path, key, BucketOptions.of(limits), policy(name, limits));
  }

  /** What a process admits for each key while the database is unavailable; by default nothing. */
  public RateLimitRule fallback(Limits ofProcess) {
    return new RateLimitRule(name, path, key, options.fallback(ofProcess), policy);
  }

  String name() {
    return name;
  }

  BucketOptions options() {
    return options;
  }

  /** An element of the header {@code RateLimit-Policy}: quota and window of each limit. */
  String policy() {
    return policy;
  }

  boolean matches(HttpServletRequest request) {
    String requested = path(request);
    if (!path.endsWith(ALL_BELOW)) {
      return requested.equals(path);
    }
    String parent = path.substring(0, path.length() - ALL_BELOW.length());
    return requested.equals(parent) || requested.startsWith(parent + "/");
  }

  String id(HttpServletRequest request) {
    String found = key.of(request);
    return name + ":" + (found == null ? "" : plain(found));
  }

  /** The path as the container has decoded it, so that no spelling evades a rule. */
  static String path(HttpServletRequest request) {
    @Nullable String rest = request.getPathInfo();
    return request.getServletPath() + (rest == null ? "" : rest);
  }

  private static String plain(String key) {
    if (PLAIN.matcher(key).matches()) {
      return key;
    }
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(key.getBytes(StandardCharsets.UTF_8));
      return "sha256:" + HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java has SHA-256.", e);
    }
  }

  private static String policy(String name, Limits limits) {
    return limits.all().stream()
        .map(limit -> policy(name, limit))
        .collect(Collectors.joining(", "));
  }

  private static String policy(String name, Limit limit) {
    return "\"%s\";q=%d;w=%d".formatted(name, limit.burst(), seconds(limit.timeToFill()));
  }

  /** Seconds, rounded up. */
  static long seconds(Duration time) {
    return time.plusNanos(999_999_999).toSeconds();
  }
}
