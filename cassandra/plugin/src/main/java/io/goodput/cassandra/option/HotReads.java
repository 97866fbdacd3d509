package io.goodput.cassandra.option;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.cassandra.config.DurationSpec;
import org.apache.cassandra.exceptions.ConfigurationException;

/**
 * How a table's reads are answered that many clients ask for at once: a part of {@link
 * RateLimitOption}.
 *
 * @param coalesced whether identical reads share one read; empty for the setting of the node
 * @param maxStaleness how old the answer of a read over its limit may be, to a minute; zero if such
 *     reads get no stale answers
 */
public record HotReads(Optional<Boolean> coalesced, Duration maxStaleness) {

  /** As on a table without the option. */
  public static final HotReads DEFAULT = new HotReads(Optional.empty(), Duration.ZERO);

  private static final String COALESCE = "coalesce_reads";
  private static final String OVER_LIMIT = "over_limit";
  private static final String REJECT = "reject";
  private static final String STALE = "stale";
  private static final String MAX_STALENESS = "max_staleness";
  private static final Duration LONGEST = Duration.ofMinutes(1);

  /** How an option says that reads over their limit may get stale answers. */
  static final String STALE_OVER_LIMIT = "'%s': '%s'".formatted(OVER_LIMIT, STALE);

  /** The keys of the option. */
  static final List<String> KEYS = List.of(COALESCE, OVER_LIMIT, MAX_STALENESS);

  /** Whether a read over its limit may get a stale answer. */
  public boolean allowsStale() {
    return !maxStaleness.isZero();
  }

  /**
   * What a CQL map states.
   *
   * @throws ConfigurationException with the key and the value, if a value is invalid
   */
  static HotReads of(Map<String, String> option) {
    Optional<Boolean> coalesced = Optional.ofNullable(option.get(COALESCE)).map(HotReads::flag);
    String overLimit = option.getOrDefault(OVER_LIMIT, REJECT);
    if (!overLimit.equals(REJECT) && !overLimit.equals(STALE)) {
      throw invalid(OVER_LIMIT, "'%s' or '%s'".formatted(REJECT, STALE), overLimit);
    }
    String staleness = option.get(MAX_STALENESS);
    if (overLimit.equals(STALE) != (staleness != null)) {
      throw new ConfigurationException(
          "%s and '%s' of %s need each other: state both or neither"
              .formatted(STALE_OVER_LIMIT, MAX_STALENESS, RateLimitOption.NAME));
    }
    return new HotReads(coalesced, staleness == null ? Duration.ZERO : age(staleness));
  }

  /** The same of a stored map, which a newer version of the plug-in may have written. */
  static HotReads ofStored(Map<String, String> option) {
    try {
      return of(option);
    } catch (ConfigurationException e) {
      return DEFAULT;
    }
  }

  private static boolean flag(String value) {
    return switch (value) {
      case "true" -> true;
      case "false" -> false;
      default -> throw invalid(COALESCE, "'true' or 'false'", value);
    };
  }

  private static Duration age(String value) {
    String expected = "a time with its unit from 1ms to 1m, such as '200ms'";
    try {
      Duration age =
          Duration.ofMillis(new DurationSpec.LongMillisecondsBound(value).toMilliseconds());
      if (!age.isZero() && age.compareTo(LONGEST) <= 0) {
        return age;
      }
    } catch (IllegalArgumentException e) {
      throw invalid(MAX_STALENESS, expected, value);
    }
    throw invalid(MAX_STALENESS, expected, value);
  }

  private static ConfigurationException invalid(String key, String expected, String value) {
    return new ConfigurationException(
        "'%s' of %s must be %s, not '%s'".formatted(key, RateLimitOption.NAME, expected, value));
  }

  /** Adds what differs from the default to a CQL map. */
  void addTo(Map<String, String> option) {
    coalesced.ifPresent(flag -> option.put(COALESCE, flag.toString()));
    if (allowsStale()) {
      option.put(OVER_LIMIT, STALE);
      option.put(MAX_STALENESS, maxStaleness.toMillis() + "ms");
    }
  }
}
