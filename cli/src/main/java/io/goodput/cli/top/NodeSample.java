package io.goodput.cli.top;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one node said of itself at one moment.
 *
 * @param address as host and port
 * @param nanos the moment, by a monotonic clock
 * @param limits by what they are set on
 * @param heats of the nodes of its data centre; empty where reads are not weighted by heat
 * @param warmed part of what its cache held before it restarted that has been seen to, 0 to 1; null
 *     if it did not say
 * @param reads coordinated by the node, by table
 * @param writes likewise
 */
record NodeSample(
    String address,
    State state,
    long nanos,
    Map<Series, LimitCounts> limits,
    List<HotPartition> hotPartitions,
    List<Heat> heats,
    @Nullable Double warmed,
    Map<TableName, Latency> reads,
    Map<TableName, Latency> writes) {

  /** How much a node could be asked. */
  enum State {
    PROTECTED("up"),
    NO_PLUGIN("up, no plug-in"),
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

  /** Of a node that did not say anything. */
  static NodeSample silent(String address, State state, long nanos) {
    return new NodeSample(
        address, state, nanos, Map.of(), List.of(), List.of(), null, Map.of(), Map.of());
  }
}
