package io.goodput.cassandra.option;

import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.StringJoiner;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.cassandra.db.marshal.MapType;
import org.apache.cassandra.db.marshal.UTF8Type;
import org.apache.cassandra.exceptions.ConfigurationException;
import org.apache.cassandra.utils.NoSpamLogger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The value of a table's option {@code per_partition_rate_limit}.
 *
 * @param reads limit on the reads of each partition, per second, 0 to 2^31-1; empty for no limit
 * @param writes limit on the writes of each partition, likewise
 * @param enforced whether operations over a limit are rejected; if not, they are only counted
 * @param hotReads how reads are answered that many clients ask for at once
 */
public record RateLimitOption(
    OptionalLong reads, OptionalLong writes, boolean enforced, HotReads hotReads) {

  /** The name of the option, and of the schema extension that stores it. */
  public static final String NAME = "per_partition_rate_limit";

  private static final String READS = "max_reads_per_second";
  private static final String WRITES = "max_writes_per_second";
  private static final String MODE = "mode";
  private static final String ENFORCE = "enforce";
  private static final String OBSERVE = "observe";
  private static final Set<String> KEYS =
      Stream.concat(Stream.of(READS, WRITES, MODE), HotReads.KEYS.stream())
          .collect(Collectors.toCollection(LinkedHashSet::new));
  private static final Logger logger = LoggerFactory.getLogger(RateLimitOption.class);
  private static final Pattern WHOLE_NUMBER = Pattern.compile("[0-9]{1,10}");
  private static final MapType<String, String> STORED =
      MapType.getInstance(UTF8Type.instance, UTF8Type.instance, false);

  /** No limits. */
  public static final RateLimitOption NONE =
      new RateLimitOption(OptionalLong.empty(), OptionalLong.empty(), true, HotReads.DEFAULT);

  /** Whether neither reads nor writes are limited, and hot reads are as on any other table. */
  public boolean isNone() {
    return reads.isEmpty() && writes.isEmpty() && hotReads.equals(HotReads.DEFAULT);
  }

  /**
   * The option that a CQL map states.
   *
   * @throws ConfigurationException with the key and the value, if the key is unknown or the value
   *     is invalid
   */
  static RateLimitOption of(Map<String, String> option) {
    for (String key : option.keySet()) {
      if (!KEYS.contains(key)) {
        throw new ConfigurationException(
            String.format(
                "Unknown key '%s' (value '%s') in %s; the keys are %s",
                key,
                option.get(key),
                NAME,
                KEYS.stream().map(known -> "'" + known + "'").collect(Collectors.joining(", "))));
      }
    }
    RateLimitOption stated =
        new RateLimitOption(
            limit(option, READS), limit(option, WRITES), enforced(option), HotReads.of(option));
    if (stated.hotReads.allowsStale() && stated.reads.isEmpty()) {
      throw new ConfigurationException(
          String.format(
              "%s of %s needs '%s': only a limit on reads can be exceeded",
              HotReads.STALE_OVER_LIMIT, NAME, READS));
    }
    return stated;
  }

  private static boolean enforced(Map<String, String> option) {
    String mode = option.getOrDefault(MODE, ENFORCE);
    if (!mode.equals(ENFORCE) && !mode.equals(OBSERVE)) {
      throw new ConfigurationException(
          String.format(
              "'%s' of %s must be '%s' or '%s', not '%s'", MODE, NAME, ENFORCE, OBSERVE, mode));
    }
    return mode.equals(ENFORCE);
  }

  private static OptionalLong limit(Map<String, String> option, String key) {
    String value = option.get(key);
    if (value == null) {
      return OptionalLong.empty();
    }
    if (!WHOLE_NUMBER.matcher(value).matches() || Long.parseLong(value) > Integer.MAX_VALUE) {
      throw new ConfigurationException(
          String.format(
              "'%s' of %s must be a whole number from 0 to %d, not '%s'",
              key, NAME, Integer.MAX_VALUE, value));
    }
    return OptionalLong.of(Long.parseLong(value));
  }

  /**
   * The option that a table's schema extensions store; no limits if there is no such extension.
   *
   * @throws RuntimeException if the extension is not a map or contains invalid limits
   */
  public static RateLimitOption fromExtensions(Map<String, ByteBuffer> extensions) {
    ByteBuffer stored = extensions.get(NAME);
    return stored == null ? NONE : ofStored(stored);
  }

  /** Ignores keys and modes that only a newer version of the plug-in knows, and logs the keys. */
  static RateLimitOption ofStored(ByteBuffer stored) {
    return ofStored(STORED.compose(stored.duplicate()));
  }

  /** The same of a map. */
  static RateLimitOption ofStored(Map<String, String> option) {
    option.keySet().stream().filter(key -> !KEYS.contains(key)).forEach(RateLimitOption::warn);
    return new RateLimitOption(
        limit(option, READS),
        limit(option, WRITES),
        !OBSERVE.equals(option.get(MODE)),
        HotReads.ofStored(option));
  }

  private static void warn(String key) {
    NoSpamLogger.log(
        logger,
        NoSpamLogger.Level.WARN,
        1,
        TimeUnit.HOURS,
        "A table has '{}' in {}, which this version of Goodput does not know: this node ignores it",
        key,
        NAME);
  }

  /** The schema extension: a serialized {@code frozen<map<text, text>>}. */
  ByteBuffer toStored() {
    return STORED.decompose(toMap());
  }

  /** The CQL map literal that {@code CREATE TABLE} and {@code ALTER TABLE} accept. */
  String toCql() {
    StringJoiner cql = new StringJoiner(", ", "{", "}");
    toMap().forEach((key, value) -> cql.add("'" + key + "': " + literal(key, value)));
    return cql.toString();
  }

  private static String literal(String key, String value) {
    return key.equals(READS) || key.equals(WRITES) ? value : "'" + value + "'";
  }

  Map<String, String> toMap() {
    Map<String, String> option = new LinkedHashMap<>();
    reads.ifPresent(limit -> option.put(READS, Long.toString(limit)));
    writes.ifPresent(limit -> option.put(WRITES, Long.toString(limit)));
    if (!enforced) {
      option.put(MODE, OBSERVE);
    }
    hotReads.addTo(option);
    return option;
  }
}
