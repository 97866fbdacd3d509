package io.goodput.cassandra.settings;

import io.goodput.cassandra.request.RequestKind;
import io.goodput.core.limit.PartitionCounters;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a node. Each key of {@code goodput.yaml} is declared here and explained in {@code
 * goodput.sample.yaml}. Immutable.
 */
public final class Settings {

  /** All settings, in the order of their declaration. */
  private static final List<Setting<?>> ALL = new ArrayList<>();

  /** Whether limits are enforced; if not, no request is counted. */
  public static final Setting<Boolean> ENFORCE_LIMITS =
      declared(Setting.flag("enforce_limits", true));

  /** Entries in the table of partition counters. */
  public static final Setting<Integer> PARTITION_COUNTERS =
      declared(
          Setting.entries(
              "partition_counters",
              1024,
              PartitionCounters.MAX_ENTRIES,
              PartitionCounters.DEFAULT_ENTRIES,
              PartitionCounters.ENTRY_BYTES,
              Runtime.getRuntime().maxMemory() / 4));

  /** Rows that the virtual table {@code hot_partitions} shows at most. */
  public static final Setting<Integer> HOT_PARTITIONS =
      declared(Setting.number("hot_partitions", 0, 10_000, 100));

  /** Whether the metrics of hot partitions name the keys; if not, they name the ranks. */
  public static final Setting<Boolean> PARTITION_KEYS_IN_JMX =
      declared(Setting.flag("partition_keys_in_jmx", false));

  /** Whether a sample of requests tells which partitions are busy, and which clients use them. */
  public static final Setting<Boolean> WATCH_REQUESTS =
      declared(Setting.flag("watch_requests", true));

  /** The query handler to wrap; empty for Cassandra's own. */
  public static final Setting<String> QUERY_HANDLER = declared(Setting.className("query_handler"));

  /** Whether requests are rejected, and hot reads answered, without a request thread. */
  public static final Setting<Boolean> DECIDE_ON_ARRIVAL =
      declared(Setting.flag("decide_on_arrival", true));

  /** Whether reads that many clients ask for at once share one read. */
  public static final Setting<Boolean> COALESCE_READS =
      declared(Setting.choice("coalesce_reads", "hot", "off"));

  /** Whether the lightweight transactions of a partition wait in line. */
  public static final Setting<Boolean> LWT_LINES =
      declared(Setting.choice("lwt_lines", "on", "off"));

  /** Lightweight transactions that may wait for one partition on a node. */
  public static final Setting<Integer> LWT_LINE_LENGTH =
      declared(Setting.number("lwt_line_length", 1, 10_000, 64));

  /** Memory for the answers of tables that allow old ones, in MiB. */
  public static final Setting<Integer> STALE_ANSWERS_MIB =
      declared(Setting.number("stale_answers_mib", 0, 65_536, 16));

  /** What happens to requests above their fair share while others wait. */
  public static final Setting<String> FAIR_SHARES =
      declared(Setting.oneOf("fair_shares", "off", "observe", "on"));

  /** Whether background work and hedged reads get less while requests wait. */
  public static final Setting<String> YIELD_TO_REQUESTS =
      declared(Setting.oneOf("yield_to_requests", "off", "observe", "on"));

  /** What happens to reads of ranges that run for long while requests wait. */
  public static final Setting<String> RUNAWAY_READS =
      declared(Setting.oneOf("runaway_reads", "observe", "off", "on"));

  /** How long a read of a range may run on a node at any time; zero for no limit. */
  public static final Setting<Duration> RUNAWAY_READ_TIME =
      declared(Setting.duration("runaway_read_time", Duration.ofHours(1), Duration.ZERO));

  /** How long the statement of a read that was stopped is refused; zero for not at all. */
  public static final Setting<Duration> REFUSE_RUNAWAY_READS_FOR =
      declared(
          Setting.duration("refuse_runaway_reads_for", Duration.ofDays(1), Duration.ofMinutes(10)));

  /** Whether requests that have waited for too long in the node's queue are dropped. */
  public static final Setting<Boolean> DROP_LATE_REQUESTS =
      declared(Setting.flag("drop_late_requests", false));

  /** Whether point reads are weighted by the heat of the replicas. */
  public static final Setting<Boolean> HEAT_WEIGHTED_READS =
      declared(Setting.flag("heat_weighted_reads", false));

  /** Whether a node with weighted reads fills its chunk cache after a restart. */
  public static final Setting<Boolean> WARM_AFTER_RESTART =
      declared(Setting.flag("warm_after_restart", true));

  /** How long a node with weighted reads may fill its cache before it joins the others. */
  public static final Setting<Duration> WARM_BEFORE_JOINING =
      declared(
          Setting.duration("warm_before_joining", Duration.ofMinutes(10), Duration.ofSeconds(15)));

  /** Chunks to read per second at most while the cache is filled. */
  public static final Setting<Integer> WARM_CHUNKS_PER_SECOND =
      declared(Setting.number("warm_chunks_per_second", 1, 1_000_000, 2000));

  private static final Map<RequestKind, Setting<Duration>> CLIENT_TIMEOUTS =
      clientTimeoutSettings();

  /** The settings of a node without a file. */
  public static final Settings DEFAULT = new Settings(Map.of());

  /** The values that differ from their defaults. */
  private final Map<Setting<?>, Object> changed;

  private final List<String> mistakes;

  /** Settings with these values, and defaults for all others. */
  Settings(Map<Setting<?>, Object> values) {
    this(values, List.of());
  }

  private Settings(Map<Setting<?>, Object> values, List<String> mistakes) {
    Map<Setting<?>, Object> copy = new HashMap<>(values);
    copy.entrySet().removeIf(entry -> entry.getValue().equals(entry.getKey().otherwise()));
    this.changed = Map.copyOf(copy);
    this.mistakes = List.copyOf(mistakes);
  }

  /** The same settings, from a file with these mistakes. */
  Settings withMistakes(List<String> sentences) {
    return new Settings(changed, sentences);
  }

  /** One sentence for each mistake in the file. */
  public List<String> mistakes() {
    return mistakes;
  }

  private static <T> Setting<T> declared(Setting<T> setting) {
    ALL.add(setting);
    return setting;
  }

  /** All settings, in the order in which messages list them. */
  static List<Setting<?>> all() {
    return List.copyOf(ALL);
  }

  private static Map<RequestKind, Setting<Duration>> clientTimeoutSettings() {
    Map<RequestKind, Setting<Duration>> settings = new EnumMap<>(RequestKind.class);
    for (RequestKind kind : RequestKind.guarded()) {
      settings.put(kind, declared(Setting.timeout("client_timeout_" + kind)));
    }
    return settings;
  }

  /** The value of a setting. */
  @SuppressWarnings("unchecked") // SettingsFile stores what the setting's own parser returns
  public <T> T get(Setting<T> setting) {
    Object value = changed.get(setting);
    return value == null ? setting.otherwise() : (T) value;
  }

  /** All settings by key, with their values in words. */
  public Map<String, String> inWords() {
    Map<String, String> words = new LinkedHashMap<>();
    for (Setting<?> setting : ALL) {
      Object value = changed.get(setting);
      words.put(setting.key(), value == null ? setting.shown() : inWords(value));
    }
    return words;
  }

  private static String inWords(Object value) {
    return value instanceof Duration duration ? duration.toMillis() + "ms" : value.toString();
  }

  /** The client timeout of each kind of request for which the file has one. */
  public Map<RequestKind, Duration> clientTimeouts() {
    Map<RequestKind, Duration> timeouts = new HashMap<>();
    CLIENT_TIMEOUTS.forEach(
        (kind, setting) -> {
          if (!get(setting).isZero()) {
            timeouts.put(kind, get(setting));
          }
        });
    return timeouts;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Settings settings && settings.changed.equals(changed);
  }

  @Override
  public int hashCode() {
    return changed.hashCode();
  }

  @Override
  public String toString() {
    return changed.entrySet().stream()
        .map(entry -> entry.getKey().key() + ": " + entry.getValue())
        .collect(Collectors.joining(", ", "{", "}"));
  }
}
