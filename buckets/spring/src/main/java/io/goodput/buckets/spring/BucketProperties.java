package io.goodput.buckets.spring;

import io.goodput.buckets.Limits;
import io.goodput.buckets.servlet.RateLimitRule;
import io.goodput.buckets.servlet.RequestKey;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Properties that start with {@code goodput}.
 *
 * @param buckets how buckets use the database
 * @param rateLimits rules of the filter, in the order in which they are applied
 */
@ConfigurationProperties("goodput")
public record BucketProperties(@DefaultValue Buckets buckets, @DefaultValue List<Rule> rateLimits) {

  /**
   * The rules of the filter.
   *
   * @throws IllegalArgumentException if a property is missing or not possible
   */
  List<RateLimitRule> rules() {
    return IntStream.range(0, rateLimits.size()).mapToObj(i -> rateLimits.get(i).rule(i)).toList();
  }

  /**
   * Properties that start with {@code goodput.buckets}.
   *
   * @param inMemory whether buckets are in the memory of this process, instead of the database
   * @param install whether the application creates the tables
   * @param schema of the tables and the functions; by default, the search path decides
   * @param timeout the longest time that a request waits for the database
   */
  public record Buckets(
      @DefaultValue("false") boolean inMemory,
      @DefaultValue("true") boolean install,
      @Nullable String schema,
      @DefaultValue("500ms") Duration timeout) {}

  /**
   * Properties that start with {@code goodput.rate-limits[0]}.
   *
   * @param name of the rule, the start of the ids of its buckets
   * @param path such as {@code /api/**}
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
      RateLimitRule rule =
          RateLimitRule.of(
              required(name, index, "name"),
              path,
              RequestKey.parse(key),
              Limits.parse(required(limits, index, "limits")));
      return fallback == null ? rule : rule.fallback(Limits.parse(fallback));
    }

    private static String required(@Nullable String value, int index, String property) {
      if (value == null) {
        throw new IllegalArgumentException(
            "The property goodput.rate-limits[%d].%s is missing: set it."
                .formatted(index, property));
      }
      return value;
    }
  }
}
