package io.goodput.lab.simulation.fair;

import java.util.List;

/**
 * Nodes and the load on them. Immutable. Times in milliseconds unless said otherwise.
 *
 * @param name in a few words
 * @param nodes how many, each with two processors
 * @param anyCoordinator whether clients send requests to any node; if not, to the replica
 * @param diskMillis mean time of a read from disk, which holds no processor
 * @param pause how long each node stands still, every two seconds
 * @param hanging how many nodes stop to answer reads after the warm-up
 * @param seconds the length of the measurement, in seconds; a warm-up comes before it
 * @param flows the load
 */
public record FairScenario(
    String name,
    int nodes,
    boolean anyCoordinator,
    double diskMillis,
    int pause,
    int hanging,
    int seconds,
    List<Flow> flows) {

  /** Copies the flows. */
  public FairScenario {
    flows = List.copyOf(flows);
  }

  /** Three nodes without pauses, with fast disks. */
  public static FairScenario of(String name, Flow... flows) {
    return new FairScenario(name, 3, false, 0.5, 0, 0, 20, List.of(flows));
  }

  /** The same without the neighbor. */
  public FairScenario alone() {
    List<Flow> judged = flows.stream().filter(Flow::isJudged).toList();
    return new FairScenario(
        name, nodes, anyCoordinator, diskMillis, pause, hanging, seconds, judged);
  }

  /** The same with another disk. */
  public FairScenario withDisk(double millis) {
    return new FairScenario(name, nodes, anyCoordinator, millis, pause, hanging, seconds, flows);
  }

  /** The same with pauses. */
  public FairScenario withPause(int millis) {
    return new FairScenario(
        name, nodes, anyCoordinator, diskMillis, millis, hanging, seconds, flows);
  }

  /** The same with nodes that stop to answer reads. */
  public FairScenario withHanging(int number) {
    return new FairScenario(name, nodes, anyCoordinator, diskMillis, pause, number, seconds, flows);
  }

  /** The same with more nodes, any of which coordinates. */
  public FairScenario withAnyOf(int number) {
    return new FairScenario(name, number, true, diskMillis, pause, hanging, seconds, flows);
  }
}
