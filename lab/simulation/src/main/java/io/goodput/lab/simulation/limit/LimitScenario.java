package io.goodput.lab.simulation.limit;

import java.util.List;

/**
 * A cluster under load on one partition. Immutable.
 *
 * @param nodes in the cluster; the first {@code replicationFactor} are replicas of the partition
 * @param replicationFactor 1 to {@code nodes}
 * @param replicasContacted how many replicas take part in an operation: all of them for a write, as
 *     many as the consistency level demands for a read
 * @param routing which nodes clients send their requests to
 * @param decision who decides on a request through a node that is no replica
 * @param limit operations per second that all nodes together are to admit
 * @param load the phases of the offered load, one after the other
 * @param conditions how well clocks and network behave
 * @param seed of the random numbers
 */
public record LimitScenario(
    int nodes,
    int replicationFactor,
    int replicasContacted,
    Routing routing,
    Decision decision,
    long limit,
    List<Phase> load,
    Conditions conditions,
    long seed) {

  /** Who decides on a request through a node that is no replica. */
  public enum Decision {
    /** The replicas: plain reads and writes. */
    REPLICAS,
    /**
     * The coordinator: IN, batches, counters, lightweight transactions, serial reads, and plain
     * writes while a replica is down.
     */
    COORDINATOR
  }

  /** Which nodes clients send their requests to. */
  public enum Routing {
    /** The replicas, in turn. */
    TOKEN_AWARE,
    /** All nodes, in turn. */
    ROUND_ROBIN,
    /** Always the first replica. */
    ONE_REPLICA,
    /** Always the last node, which is no replica unless all nodes are. */
    ONE_OTHER
  }

  /**
   * A phase of steady load.
   *
   * @param seconds its length
   * @param perSecond operations offered per second, at random moments
   * @param downNodes nodes that take no requests, counted from the first
   */
  public record Phase(int seconds, double perSecond, int downNodes) {

    /** A phase with all nodes up. */
    public static Phase of(int seconds, double perSecond) {
      return new Phase(seconds, perSecond, 0);
    }
  }

  /**
   * How well clocks and network behave.
   *
   * @param clockSkewMillis how far the wall clock of each node is ahead of that of the node before
   * @param clockStepMillis how far the wall clock of the first node steps, back and forth every
   *     five seconds
   * @param messageLoss fraction of lost messages between nodes, requests not included
   * @param unevenReplicas whether coordinators prefer the first replicas, as they do if they choose
   *     by latency
   */
  public record Conditions(
      long clockSkewMillis, long clockStepMillis, double messageLoss, boolean unevenReplicas) {

    /** Clocks that agree, a network without losses, replicas chosen at random. */
    public static final Conditions GOOD = new Conditions(0, 0, 0, false);
  }

  /** Copies the list. */
  public LimitScenario {
    load = List.copyOf(load);
  }

  /**
   * Ten seconds of constant overload on an idle cluster, with a replication factor of 3 and good
   * conditions.
   *
   * @param overload the offered load, as a multiple of the limit
   */
  public static LimitScenario flood(
      int nodes, int replicasContacted, Routing routing, long limit, double overload) {
    List<Phase> load = List.of(Phase.of(10, limit * overload));
    return new LimitScenario(
        nodes, 3, replicasContacted, routing, Decision.REPLICAS, limit, load, Conditions.GOOD, 1);
  }

  /** This scenario with another number of replicas, and with coordinators that decide. */
  public LimitScenario decidedByCoordinators(int replicas) {
    return new LimitScenario(
        nodes,
        replicas,
        Math.min(replicasContacted, replicas),
        routing,
        Decision.COORDINATOR,
        limit,
        load,
        conditions,
        seed);
  }

  /** This scenario with another load. */
  public LimitScenario withLoad(Phase... phases) {
    return with(List.of(phases), conditions);
  }

  /** This scenario with clocks that disagree and step. */
  public LimitScenario withClocks(long skewMillis, long stepMillis) {
    return with(
        load,
        new Conditions(skewMillis, stepMillis, conditions.messageLoss, conditions.unevenReplicas));
  }

  /** This scenario with a lossy network, and with replicas chosen unevenly or not. */
  public LimitScenario withNetwork(double loss, boolean uneven) {
    return with(
        load, new Conditions(conditions.clockSkewMillis, conditions.clockStepMillis, loss, uneven));
  }

  private LimitScenario with(List<Phase> otherLoad, Conditions others) {
    return new LimitScenario(
        nodes,
        replicationFactor,
        replicasContacted,
        routing,
        decision,
        limit,
        otherLoad,
        others,
        seed);
  }
}
