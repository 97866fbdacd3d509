package io.goodput.cli.watch;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one node reported about itself at one moment.
 *
 * @param latencies of operations that the node coordinated
 * @param heats of the nodes of its data center; empty if the node does not weight reads by heat
 * @param warmed fraction of the cache contents before the restart that the node has warmed again, 0
 *     to 1; null if the node does not report it
 * @param shares its room for requests; null if the node does not report it
 * @param more rows of further views by name, with their columns by name; a view that the node
 *     lacks, or keeps from the user, is missing
 */
public record NodeSample(
    String address,
    State state,
    Map<Series, Latency> latencies,
    Map<Series, LimitCounts> limits,
    List<BusyPartition> partitions,
    List<Heat> heats,
    @Nullable Double warmed,
    @Nullable Shares shares,
    Map<String, List<Map<String, @Nullable Object>>> more) {

  /** How a node answers. */
  public enum State {
    PROTECTED("up"),
    NO_PLUGIN("up, no plug-in"),
    NOT_PERMITTED("up, not permitted"),
    NO_ANSWER("no answer"),
    DOWN("down");

    private final String text;

    State(String text) {
      this.text = text;
    }

    @Override
    public String toString() {
      return text;
    }
  }

  /** A row of Cassandra's coordinator latency tables. Counts start when the node starts. */
  public record Latency(long count, double p50Ms, double p99Ms, double maxMs) {

    static final Latency NONE = new Latency(0, 0, 0, 0);
  }

  /**
   * How a node shares its room for requests.
   *
   * @param inFlight requests in flight
   * @param room how many it may have in flight; null while it is not overloaded
   * @param refused requests above their fair share, since the node started
   */
  public record Shares(int inFlight, @Nullable Integer room, long refused) {}

  /** This sample with the latencies, heats, and further views of a complete one of the node. */
  public NodeSample completedBy(NodeSample complete) {
    Map<String, List<Map<String, @Nullable Object>>> views = new HashMap<>(complete.more);
    views.putAll(more);
    return !isInStateOf(complete)
        ? this
        : new NodeSample(
            address,
            state,
            complete.latencies,
            limits,
            partitions,
            complete.heats,
            complete.warmed,
            shares,
            views);
  }

  /** Whether another sample shows the node in the same state. */
  public boolean isInStateOf(@Nullable NodeSample other) {
    return other != null && other.state == state;
  }

  /** A node without reports of the plug-in. */
  public static NodeSample withoutPlugin(
      String address, State state, Map<Series, Latency> latencies) {
    return new NodeSample(
        address, state, latencies, Map.of(), List.of(), List.of(), null, null, Map.of());
  }
}
