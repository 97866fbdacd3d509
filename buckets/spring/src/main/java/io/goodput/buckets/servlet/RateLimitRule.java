package io.goodput.buckets.servlet;

import io.goodput.buckets.BucketOptions;
import io.goodput.buckets.Limits;
import io.goodput.buckets.Verdict;
import jakarta.servlet.http.HttpServletRequest;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.function.Predicate;
import java.util.regex.Pattern;
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
  private static final Pattern WILDCARD = Pattern.compile("[*?{}]");
  private static final String ALL_BELOW = "/**";

  private final String name;
  private final Predicate<HttpServletRequest> requests;
  private final RequestKey key;
  private final BucketOptions options;
  private final Policies policies;

  private RateLimitRule(
      String name,
      Predicate<HttpServletRequest> requests,
      RequestKey key,
      BucketOptions options,
      Policies policies) {
    this.name = name;
    this.requests = requests;
    this.key = key;
    this.options = options;
    this.policies = policies;
  }

  /**
   * Creates a rule for a path, or for a path and all paths below it.
   *
   * @param name 1 to 100 letters, digits, and characters of {@code -_.}; unique in an application
   * @param path below the context of the application; with {@code /**} at its end, also all paths
   *     below; without other wildcards
   * @throws IllegalArgumentException if the name or the path is anything else
   */
  public static RateLimitRule of(String name, String path, RequestKey key, Limits limits) {
    return of(name, withPath(path), key, limits);
  }

  /**
   * Creates a rule for all requests that a condition accepts.
   *
   * @param name 1 to 100 letters, digits, and characters of {@code -_.}; unique in an application
   * @param requests thread-safe
   * @throws IllegalArgumentException if the name is anything else
   */
  public static RateLimitRule of(
      String name, Predicate<HttpServletRequest> requests, RequestKey key, Limits limits) {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "'%s' cannot be the name of a rule: choose 1 to 100 letters, digits, or any of -_."
              .formatted(name));
    }
    return new RateLimitRule(
        name, requests, key, BucketOptions.of(limits), Policies.of(name, limits));
  }

  /** What a process admits for each key while the database is unavailable; by default nothing. */
  public RateLimitRule fallback(Limits ofProcess) {
    return new RateLimitRule(name, requests, key, options.fallback(ofProcess), policies);
  }

  String name() {
    return name;
  }

  BucketOptions options() {
    return options;
  }

  /** The elements of the header {@code RateLimit-Policy}. */
  String policy() {
    return policies.text();
  }

  /** The elements of the header {@code RateLimit}. */
  String left(Verdict verdict) {
    return policies.left(verdict);
  }

  boolean matches(HttpServletRequest request) {
    return requests.test(request);
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

  private static Predicate<HttpServletRequest> withPath(String path) {
    if (!path.startsWith("/")) {
      throw new IllegalArgumentException(
          "The path '%s' does not start with /: add it.".formatted(path));
    }
    boolean allBelow = path.endsWith(ALL_BELOW);
    String parent = allBelow ? path.substring(0, path.length() - ALL_BELOW.length()) : path;
    if (WILDCARD.matcher(parent).find()) {
      throw new IllegalArgumentException(
          "The path '%s' has a wildcard other than /** at its end: pass a condition instead."
              .formatted(path));
    }
    return request -> {
      String requested = path(request);
      return requested.equals(parent) || (allBelow && requested.startsWith(parent + "/"));
    };
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
}
