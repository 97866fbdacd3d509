package io.goodput.lab.bench.arms;

import io.goodput.lab.bench.Bench;
import io.goodput.lab.bench.load.LoadClient;
import io.goodput.lab.bench.load.Requests;
import io.goodput.lab.nodes.NodeOptions;
import io.goodput.lab.nodes.TemporaryCluster;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.stream.Collectors;

/**
 * How the clusters of all arms are set up, and the requests that each receives.
 *
 * @param tuning settings of cassandra.yaml in the tuned arm
 * @param goodputYaml settings of the goodput arm
 * @param common settings of cassandra.yaml in all arms, instead of those that benchmarks share
 * @param firstCompiler whether nodes use the JVM's first compiler alone, which finishes early
 * @param deadline of an answer, from the intended send time of its request
 * @param requests creates the tables and prepares the requests
 */
public record Setup(
    Map<String, Object> tuning,
    String goodputYaml,
    Map<String, Object> common,
    boolean firstCompiler,
    Duration deadline,
    BiFunction<TemporaryCluster, LoadClient, Requests> requests) {

  /**
   * Threads of each node for requests, reads, and writes. Cassandra's defaults, 128 and 32, suit a
   * machine with about sixteen cores.
   */
  public static final int THREADS = 8;

  /** In {@link #common}, makes clients log in. */
  public static final String AUTHENTICATOR = "authenticator";

  /**
   * Cassandra's own settings against overload for clients that wait this long for an answer: a
   * request's time counts from its arrival, nodes give up when clients do, and they reject new
   * requests while the oldest has waited for half of that time.
   *
   * @param name of one more setting
   * @param value of that setting
   */
  public static Map<String, Object> tuning(Duration timeout, String name, Object value) {
    return Map.of(
        "cql_start_time",
        "QUEUE",
        "native_transport_timeout",
        timeout.toMillis() + "ms",
        "native_transport_queue_max_item_age_threshold",
        0.5,
        name,
        value);
  }

  boolean isSecured() {
    return common.containsKey(AUTHENTICATOR);
  }

  NodeOptions options(Arm arm, Bench bench) {
    NodeOptions options =
        switch (arm) {
          case STOCK -> NodeOptions.stock();
          case TUNED -> with(NodeOptions.stock(), tuning);
          case GOODPUT -> bench.withPlugin().withGoodputYaml(goodputYaml);
        };
    if (firstCompiler) {
      options = options.withJvmArgument("-XX:TieredStopAtLevel=1");
    }
    return with(
        options
            .withJvmArgument("-XX:ActiveProcessorCount=1")
            .withSetting("native_transport_max_threads", THREADS)
            .withSetting("concurrent_reads", THREADS)
            .withSetting("concurrent_writes", THREADS),
        common);
  }

  private static NodeOptions with(NodeOptions options, Map<String, Object> settings) {
    NodeOptions all = options;
    for (Map.Entry<String, Object> setting : settings.entrySet()) {
      all = all.withSetting(setting.getKey(), setting.getValue());
    }
    return all;
  }

  /** Settings in one line, sorted. */
  public static String text(Map<String, Object> settings) {
    return new TreeMap<>(settings)
        .entrySet().stream()
            .map(setting -> setting.getKey() + ": " + setting.getValue())
            .collect(Collectors.joining(", "));
  }
}
