package io.goodput.cassandra.settings;

import io.goodput.cassandra.deadline.RequestKind;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.cassandra.config.DurationSpec;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.YAMLException;

/**
 * Reads {@code goodput.yaml}. A mistake in it costs one setting, not the node: each is reported in
 * one sentence, and the default holds in its place.
 */
public final class SettingsFile {

  private static final String FILE = "goodput.yaml";
  private static final String PATIENCE = "patience_";
  private static final String WARM_BEFORE_JOINING = "warm_before_joining";
  private static final Duration LONGEST_WARMING = Duration.ofMinutes(10);
  private static final List<String> KEYS =
      Stream.concat(
              Stream.of(
                  "enforce_limits",
                  "partition_counters",
                  "hot_partitions",
                  "query_handler",
                  "drop_late_requests",
                  "pace_writes",
                  "stackless_failures",
                  "heat_weighted_reads",
                  "warm_after_restart",
                  WARM_BEFORE_JOINING,
                  "warm_chunks_per_second"),
              Arrays.stream(RequestKind.values()).map(kind -> PATIENCE + kind))
          .toList();

  private final String file;
  private final Map<String, Object> values;
  private final Consumer<String> problems;

  private SettingsFile(String file, Map<String, Object> values, Consumer<String> problems) {
    this.file = file;
    this.values = values;
    this.problems = problems;
  }

  /**
   * The settings in the file beside the given cassandra.yaml; the defaults if there is none.
   *
   * @param cassandraYaml where Cassandra has its own settings from: a URL, a path, or the name of a
   *     resource, as in {@code -Dcassandra.config}; null for its default
   * @param problems told of each mistake
   */
  public static Settings beside(@Nullable String cassandraYaml, Consumer<String> problems) {
    Path file = file(cassandraYaml);
    if (file == null || !Files.exists(file)) {
      return Settings.DEFAULT;
    }
    try (InputStream in = Files.newInputStream(file)) {
      return read(file.toString(), in, problems);
    } catch (IOException e) {
      problems.accept(file + " cannot be read (" + e + "); the default settings hold");
      return Settings.DEFAULT;
    }
  }

  static @Nullable Path file(@Nullable String cassandraYaml) {
    String place = cassandraYaml == null ? "cassandra.yaml" : cassandraYaml;
    try {
      URI uri = URI.create(place);
      if ("file".equals(uri.getScheme())) {
        return Path.of(uri.getPath()).resolveSibling(FILE);
      }
    } catch (IllegalArgumentException e) {
      // Not a URL; a path may still be one of the file system's.
    }
    if (Files.exists(Path.of(place))) {
      return Path.of(place).toAbsolutePath().resolveSibling(FILE);
    }
    URL resource = SettingsFile.class.getClassLoader().getResource(place);
    return resource != null && resource.getProtocol().equals("file")
        ? Path.of(URI.create(resource.toString())).resolveSibling(FILE)
        : null;
  }

  static Settings read(String file, InputStream yaml, Consumer<String> problems) {
    Object root;
    try {
      root = new Yaml(new SafeConstructor(new LoaderOptions())).load(yaml);
    } catch (YAMLException e) {
      problems.accept(
          file + " is not valid YAML (" + firstLine(e) + "); the default settings hold");
      return Settings.DEFAULT;
    }
    Map<String, Object> values = new LinkedHashMap<>();
    if (root instanceof Map<?, ?> map) {
      map.forEach((key, value) -> values.put(String.valueOf(key), value));
    } else if (root != null) {
      problems.accept(file + " must hold 'key: value' lines; the default settings hold");
    }
    return new SettingsFile(file, values, problems).settings();
  }

  private static String firstLine(YAMLException e) {
    return String.valueOf(e.getMessage()).lines().findFirst().orElse("");
  }

  private Settings settings() {
    for (String key : values.keySet()) {
      if (!KEYS.contains(key)) {
        problem("unknown key '" + key + "'; the keys are " + String.join(", ", KEYS));
      }
    }
    Settings defaults = Settings.DEFAULT;
    return new Settings(
        flag("enforce_limits", defaults.enforceLimits()),
        partitionCounters(defaults.partitionCounters()),
        hotPartitions(defaults.hotPartitions()),
        text("query_handler", defaults.queryHandler()),
        flag("drop_late_requests", defaults.dropLateRequests()),
        patience(),
        flag("pace_writes", defaults.paceWrites()),
        flag("stackless_failures", defaults.stacklessFailures()),
        flag("heat_weighted_reads", defaults.heatWeightedReads()),
        flag("warm_after_restart", defaults.warmAfterRestart()),
        warmBeforeJoining(defaults.warmBeforeJoining()),
        warmChunksPerSecond(defaults.warmChunksPerSecond()));
  }

  private Map<RequestKind, Duration> patience() {
    Map<RequestKind, Duration> patience = new EnumMap<>(RequestKind.class);
    for (RequestKind kind : RequestKind.values()) {
      Duration duration = duration(PATIENCE + kind);
      if (duration != null) {
        patience.put(kind, duration);
      }
    }
    return patience;
  }

  private @Nullable Duration duration(String key) {
    Object value = values.get(key);
    if (value == null) {
      return null;
    }
    Duration duration = parsed(value);
    if (duration != null && !duration.isZero()) {
      return duration;
    }
    problem(
        String.format(
            "%s must be a time above zero with its unit, such as 500ms or 2s, not '%s';"
                + " the server's own time-out holds",
            key, value));
    return null;
  }

  private Duration warmBeforeJoining(Duration otherwise) {
    Object value = values.get(WARM_BEFORE_JOINING);
    Duration duration = value == null ? otherwise : parsed(value);
    if (duration != null && duration.compareTo(LONGEST_WARMING) <= 0) {
      return duration;
    }
    problem(
        String.format(
            "%s must be a time with its unit, from 0s to %dm, not '%s'; %ds holds",
            WARM_BEFORE_JOINING, LONGEST_WARMING.toMinutes(), value, otherwise.toSeconds()));
    return otherwise;
  }

  private static @Nullable Duration parsed(Object value) {
    try {
      return Duration.ofMillis(
          new DurationSpec.LongMillisecondsBound(value.toString()).toMilliseconds());
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  private boolean flag(String key, boolean otherwise) {
    Object value = values.get(key);
    if (value instanceof Boolean flag) {
      return flag;
    }
    return invalid(key, value, "true or false", otherwise);
  }

  private int partitionCounters(int otherwise) {
    Object value = values.get("partition_counters");
    if (value instanceof Integer n && n >= 1024 && n <= 1 << 26 && Integer.bitCount(n) == 1) {
      return n;
    }
    String range = "a power of two from 1024 to " + (1 << 26);
    return invalid("partition_counters", value, range, otherwise);
  }

  private int hotPartitions(int otherwise) {
    Object value = values.get("hot_partitions");
    if (value instanceof Integer n && n >= 0 && n <= 10_000) {
      return n;
    }
    return invalid("hot_partitions", value, "a whole number from 0 to 10000", otherwise);
  }

  private int warmChunksPerSecond(int otherwise) {
    Object value = values.get("warm_chunks_per_second");
    if (value instanceof Integer n && n >= 1 && n <= 1_000_000) {
      return n;
    }
    return invalid("warm_chunks_per_second", value, "a whole number from 1 to 1000000", otherwise);
  }

  private String text(String key, String otherwise) {
    Object value = values.get(key);
    if (value instanceof String text) {
      return text;
    }
    return invalid(key, value, "the name of a class", otherwise);
  }

  private <T> T invalid(String key, @Nullable Object value, String expected, T otherwise) {
    if (value != null) {
      problem(String.format("%s must be %s, not '%s'; %s holds", key, expected, value, otherwise));
    }
    return otherwise;
  }

  private void problem(String sentence) {
    problems.accept(file + ": " + sentence);
  }
}
