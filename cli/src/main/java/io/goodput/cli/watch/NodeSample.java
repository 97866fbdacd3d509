package io.goodput.cli.watch;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.goodput.cli.watch.Snapshot.BusyPartition;
import io.goodput.cli.watch.Snapshot.Series;
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

  /** Reads rows as records whose fields have the names of columns. */
  static final ObjectMapper ROWS =
      JsonMapper.builder()
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .build();

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

  /** A row of {@code goodput.limits}, or a sum of such rows. */
  public record LimitCounts(
      @JsonAlias("max_per_second") int limit,
      String mode,
      long accepted,
      long rejectedByCoordinator,
      long rejectedByReplicas,
      long wouldReject,
      long unstamped,
      long coalesced,
      long answeredStale) {

    /** Adds another node's counts. While a change of the limit spreads, the higher limit counts. */
    LimitCounts plus(LimitCounts other) {
      return plus(1, other);
    }

    /** The counts since an earlier row of the same node, or all counts if they started again. */
    public LimitCounts since(LimitCounts earlier) {
      return accepted < earlier.accepted || rejected() < earlier.rejected()
          ? this
          : plus(-1, earlier);
    }

    private LimitCounts plus(int times, LimitCounts other) {
      return new LimitCounts(
          Math.max(limit, other.limit),
          mode.equals(other.mode) ? mode : "differs",
          accepted + times * other.accepted,
          rejectedByCoordinator + times * other.rejectedByCoordinator,
          rejectedByReplicas + times * other.rejectedByReplicas,
          wouldReject + times * other.wouldReject,
          unstamped + times * other.unstamped,
          coalesced + times * other.coalesced,
          answeredStale + times * other.answeredStale);
    }

    /** All rejected operations. */
    public long rejected() {
      return rejectedByCoordinator + rejectedByReplicas;
    }
  }

  /**
   * A row of {@code goodput.heat}: what one node knows about another, or about itself. Counts start
   * when the node that the row describes starts.
   *
   * @param readsPerSecond reads per second that the first node coordinates and the second holds
   * @param shareWanted fraction of these reads that the second node should serve, 0 to 1
   * @param shareGiven fraction of these reads that the second node served, 0 to 1
   */
  public record Heat(
      String node,
      double hitRate,
      long generation,
      long ageSeconds,
      double readsPerSecond,
      double shareWanted,
      double shareGiven,
      long localReads,
      long remoteReads,
      long replicaReads) {}

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
