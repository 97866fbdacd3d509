package io.goodput.core.simulation;

import java.util.List;

/**
 * A cluster under a load on one partition. Immutable.
 *
 * @param nodes in the cluster; the first {@code replicationFactor} are replicas of the partition
 * @param replicationFactor 1 to {@code nodes}
 * @param replicasContacted how many replicas take part in an operation: all for writes, those of
 *     the consistency level for reads
 * @param routing which nodes clients send their requests to
 * @param limit operations a second that all nodes together are to admit
 * @param load the phases of the offered load, one after the other
 * @param conditions how well the machines and the network behave
 * @param seed of everything random
 */
public record Scenario(
    int nodes,
    int replicationFactor,
    int replicasContacted,
    Routing routing,
    long limit,
    List<Phase> load,
    Conditions conditions,
    long seed) {

  /** Which nodes clients send their requests to. */
  public enum Routing {
    /** The replicas in turn. */
    TOKEN_AWARE,
    /** All nodes in turn. */
    ROUND_ROBIN,
    /** Always the first replica. */
    ONE_REPLICA,
    /** Always the last node, which is no replica unless all are. */
    ONE_OTHER
  }

  /**
   * A stretch of steady load.
   *
   * @param seconds how long
   * @param perSecond operations offered, at random moments
   * @param downNodes nodes that take no requests, counted from the first
   */
  public record Phase(int seconds, double perSecond, int downNodes) {

    /** With all nodes up. */
    public static Phase of(int seconds, double perSecond) {
      return new Phase(seconds, perSecond, 0);
    }
  }

  /**
   * How well the machines and the network behave.
   *
   * @param clockSkewMillis by how much the wall clock of each node is ahead of the one before it
   * @param clockStepMillis by how much the wall clock of node 1 jumps, to and fro every five
   *     seconds
   * @param messageLoss fraction of the messages between nodes, other than requests, that get lost
   * @param unevenReplicas whether reads prefer the first replicas, as a latency-driven choice does
   */
  public record Conditions(
      long clockSkewMillis, long clockStepMillis, double messageLoss, boolean unevenReplicas) {

    /** Clocks that agree, a network that loses nothing, replicas chosen at random. */
    public static final Conditions GOOD = new Conditions(0, 0, 0, false);
  }

  /** Copies the list. */
  public Scenario {
    load = List.copyOf(load);
  }

  /** A replication factor of 3 and good conditions; ten seconds of a flood from idle. */
  public static Scenario flood(
      int nodes, int replicasContacted, Routing routing, long limit, double overload) {
    List<Phase> load = List.of(Phase.of(10, limit * overload));
    return new Scenario(nodes, 3, replicasContacted, routing, limit, load, Conditions.GOOD, 1);
  }

  /** The same under another load. */
  public Scenario withLoad(Phase... phases) {
    return with(List.of(phases), conditions);
  }

  /** The same with badly set clocks. */
  public Scenario withClocks(long skewMillis, long stepMillis) {
    return with(
        load,
        new Conditions(skewMillis, stepMillis, conditions.messageLoss, conditions.unevenReplicas));
  }

  /** The same with a lossy network, and with replicas chosen unevenly or not. */
  public Scenario withNetwork(double loss, boolean uneven) {
    return with(
        load, new Conditions(conditions.clockSkewMillis, conditions.clockStepMillis, loss, uneven));
  }

  private Scenario with(List<Phase> otherLoad, Conditions others) {
    return new Scenario(
        nodes, replicationFactor, replicasContacted, routing, limit, otherLoad, others, seed);
  }
}
