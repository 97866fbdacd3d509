package io.goodput.core.limit;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;

/**
 * Decides which nodes get a report at a tick, so that a node sends and receives at most {@value
 * #MESSAGES_PER_SECOND} reports per second in the steady state, whatever the size of the cluster.
 *
 * <p>A node sends at most ten reports per tick, to those nodes that have waited longest. It asks
 * each node from which it hears to report only so often that ten reports arrive per tick. Until a
 * node is asked, it assumes that all nodes of the cluster report. A report waits for its tick,
 * whenever its demand began: if it did not wait, demands would count for longer than they last. So
 * ten nodes report to each other every tick, and a thousand every five seconds.
 *
 * <p>Not thread-safe.
 *
 * @param <N> how nodes are named
 */
public final class ReportSchedule<N> {

  /** Reports that a node sends per second at most, and receives in the steady state. */
  public static final int MESSAGES_PER_SECOND = 200;

  private static final int REPORTS_PER_TICK =
      MESSAGES_PER_SECOND / PartitionLimits.TICKS_PER_SECOND;

  /** Ticks after which a silent node is forgotten. */
  private static final int FORGOTTEN_AFTER = 60 * PartitionLimits.TICKS_PER_SECOND;

  private static final int PHASES = 1 << 16;

  private final Map<N, Peer> peers = new HashMap<>();
  private final IntUnaryOperator random;
  private int tick;
  private int clusterNodes = 1;

  /**
   * A schedule that has sent nothing yet.
   *
   * @param random a random number from 0 to below its argument
   */
  public ReportSchedule(IntUnaryOperator random) {
    this.random = random;
  }

  /** Sets the number of nodes in the cluster, 1 or more. */
  public void setClusterNodes(int nodes) {
    clusterNodes = nodes;
  }

  /**
   * Takes note of a report from another node.
   *
   * @param interval ticks between the reports that the other node wants to get, 1 or more
   */
  public void heard(N node, int interval) {
    Peer peer = peerOf(node);
    peer.heard = tick;
    peer.asked = interval;
  }

  /** Ticks between the reports that this node wants to get from each other node. */
  public int wantedInterval() {
    int reporting = 0;
    for (Peer peer : peers.values()) {
      if (tick - peer.heard <= 2 * intervalOf(clusterNodes)) {
        reporting++;
      }
    }
    return intervalOf(reporting);
  }

  /**
   * Begins the next tick.
   *
   * @param candidates the nodes that this node has something to report to
   * @return those that get a report now, with the ticks until their next one
   */
  public Map<N, Integer> next(Collection<N> candidates) {
    tick++;
    int rotation = intervalOf(candidates.size());
    List<Turn<N>> turns = new ArrayList<>();
    for (N node : candidates) {
      Peer peer = peerOf(node);
      int asked = peer.asked == 0 ? intervalOf(clusterNodes) : peer.asked;
      int interval = Math.max(rotation, asked);
      if (peer.isDue(tick, interval)) {
        turns.add(new Turn<>(node, peer, interval));
      }
    }
    turns.sort(Comparator.comparingInt(turn -> turn.peer.waitingSince));
    Map<N, Integer> reports = new HashMap<>();
    for (Turn<N> turn : turns.subList(0, Math.min(turns.size(), REPORTS_PER_TICK))) {
      turn.peer.waitingSince = tick;
      reports.put(turn.node, turn.interval);
    }
    peers.values().removeIf(peer -> tick - Math.max(peer.seen, peer.heard) > FORGOTTEN_AFTER);
    return reports;
  }

  private Peer peerOf(N node) {
    return peers.computeIfAbsent(node, added -> new Peer(random.applyAsInt(PHASES)));
  }

  /** Ticks between the reports of each of these nodes, so that few enough come at a tick. */
  static int intervalOf(int nodes) {
    return Math.max(1, (nodes + REPORTS_PER_TICK - 1) / REPORTS_PER_TICK);
  }

  private record Turn<N>(N node, Peer peer, int interval) {}

  /** What is known of another node; times are numbers of ticks. */
  private static final class Peer {
    private final int phase;
    private int heard = -FORGOTTEN_AFTER;
    private int seen = -FORGOTTEN_AFTER;
    private int waitingSince;
    private int asked;

    Peer(int phase) {
      this.phase = phase;
    }

    /** Whether its tick in the interval has come, or has passed because too many were due. */
    boolean isDue(int tick, int interval) {
      if (seen < tick - 1) {
        waitingSince = tick;
      }
      seen = tick;
      return (tick + phase) % interval == 0 || tick - waitingSince >= interval;
    }
  }
}
