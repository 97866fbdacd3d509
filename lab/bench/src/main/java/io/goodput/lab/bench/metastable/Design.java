package io.goodput.lab.bench.metastable;

import io.goodput.lab.bench.Bench;
import io.goodput.lab.bench.report.Text;
import io.goodput.lab.nodes.NodeOptions;
import java.util.Map;
import java.util.stream.Collectors;

/** The clusters that {@code metastable} compares. */
enum Design {
  STOCK,
  /** Stock with Cassandra's own settings against overload. */
  STOCK_BEST,
  GOODPUT;

  /** Settings of Goodput that keep work useful, with the clients' own timeout. */
  static final String GOODPUT_YAML =
      """
      fair_shares: on
      drop_late_requests: true
      patience_reads: %dms
      """
          .formatted(Metastable.TIMEOUT.toMillis());

  /**
   * Cassandra's own settings against overload for clients with this timeout: a request's time
   * counts from its arrival, nodes and replicas give up when clients do, and nodes reject new
   * requests while the oldest has waited for half of that time.
   */
  static final Map<String, Object> OWN_SETTINGS =
      Map.of(
          "cql_start_time",
          "QUEUE",
          "native_transport_timeout",
          Metastable.TIMEOUT.toMillis() + "ms",
          "native_transport_queue_max_item_age_threshold",
          0.5,
          "read_request_timeout",
          Metastable.TIMEOUT.toMillis() + "ms");

  /** Options of the nodes, without those that all designs share. */
  NodeOptions options(Bench bench) {
    return switch (this) {
      case STOCK -> NodeOptions.stock();
      case STOCK_BEST -> {
        NodeOptions options = NodeOptions.stock();
        for (Map.Entry<String, Object> setting : OWN_SETTINGS.entrySet()) {
          options = options.withSetting(setting.getKey(), setting.getValue());
        }
        yield options;
      }
      case GOODPUT -> bench.withPlugin().withGoodputYaml(GOODPUT_YAML);
    };
  }

  /** The own settings of this design in one line. */
  String settings() {
    return switch (this) {
      case STOCK -> "as Apache ships it";
      case STOCK_BEST ->
          OWN_SETTINGS.entrySet().stream()
              .sorted(Map.Entry.comparingByKey())
              .map(setting -> setting.getKey() + ": " + setting.getValue())
              .collect(Collectors.joining(", ", "", ", clients: THROW_ON_OVERLOAD"));
      case GOODPUT -> GOODPUT_YAML.strip().replace("\n", ", ");
    };
  }

  /** The name in the JSON document. */
  @Override
  public String toString() {
    return Text.name(this);
  }
}
