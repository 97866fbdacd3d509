package io.goodput.buckets.spring;

import io.goodput.buckets.Limits;
import io.goodput.buckets.servlet.RateLimitRule;
import io.goodput.buckets.servlet.RequestKey;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

/**
 * Properties that start with {@code goodput}.
 *
 * @param buckets how buckets use the database
 * @param filter where the filters of the rules are among other filters
 * @param rateLimits rules for requests, in the order in which they are applied
 */
@ConfigurationProperties("goodput")
public record BucketProperties(
    @DefaultValue Buckets buckets,
    @DefaultValue Filter filter,
    @DefaultValue List<Rule> rateLimits) {

  private static final String PRINCIPAL = "principal";

  /**
   * The rules for requests.
   *
   * @param ofPrincipals whether those by principal, which need to know the user, or all others
   * @throws InvalidConfigurationPropertyValueException if a property is missing or not possible
   */
  List<RateLimitRule> rules(boolean ofPrincipals) {
    return IntStream.range(0, rateLimits.size())
        .filter(i -> rateLimits.get(i).key().equals(PRINCIPAL) == ofPrincipals)
        .mapToObj(i -> rateLimits.get(i).rule(i))
        .toList();
  }

  /**
   * Properties that start with {@code goodput.buckets}.
   *
   * @param inMemory whether buckets are in the memory of this process, instead of the database
   * @param install whether the application creates the tables
   * @param schema schema of the tables and the functions; by default, the search path decides
   * @param timeout longest time that a request waits for the database
   */
  public record Buckets(
      @DefaultValue("false") boolean inMemory,
      @DefaultValue("true") boolean install,
      @Nullable String schema,
      @DefaultValue("500ms") Duration timeout) {}

  /**
   * Properties that start with {@code goodput.filter}.
   *
   * @param order order of the filter with the rules by address, header, and path; the default is
   *     before Spring Security, whose order is -100
   * @param orderOfPrincipals order of the filter with the rules by principal; the default is after
   *     Spring Security
   */
  public record Filter(@DefaultValue("-110") int order, @DefaultValue("0") int orderOfPrincipals) {}

  /**
   * Properties that start with {@code goodput.rate-limits[0]}.
   *
   * @param name name of the rule, and the start of the ids of its buckets
   * @param path pattern of Spring for the paths of requests, such as {@code /api/**}
   * @param key {@code header:NAME}, {@code path}, {@code principal}, or {@code address}
   * @param limits such as {@code 10 per second, burst 20; 1000 per hour}
   * @param fallback what this process admits for each key while the database is unavailable
   */
  public record Rule(
      @Nullable String name,
      @DefaultValue("/**") String path,
      @DefaultValue("address") String key,
      @Nullable String limits,
      @Nullable String fallback) {

    private RateLimitRule rule(int index) {
      PathRequests requests = read(index, "path", path, PathRequests::of);
      RequestKey keys = read(index, "key", key, RequestKey::parse);
      Limits all = read(index, "limits", limits, Limits::parse);
      RateLimitRule rule =
          read(index, "name", name, text -> RateLimitRule.of(text, requests, keys, all));
      return fallback == null
          ? rule
          : rule.fallback(read(index, "fallback", fallback, Limits::parse));
    }

    private static <T> T read(
        int index, String property, @Nullable String value, Function<String, T> reader) {
      String full = "goodput.rate-limits[%d].%s".formatted(index, property);
      if (value == null) {
        throw new InvalidConfigurationPropertyValueException(
            full, "", "The property %s is missing: set it.".formatted(full));
      }
      try {
        return reader.apply(value);
      } catch (IllegalArgumentException e) {
        throw new InvalidConfigurationPropertyValueException(full, value, e.getMessage());
      }
    }
  }
}
