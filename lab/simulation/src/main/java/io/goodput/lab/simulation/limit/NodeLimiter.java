package io.goodput.lab.simulation.limit;

import io.goodput.core.limit.PartitionDemand;
import java.util.List;

/** How one node limits the operations on the partition. */
interface NodeLimiter {

  /** The key of the one partition. */
  long KEY = 4711;

  /** Decides as the coordinator of an operation. */
  boolean admit(double random);

  /** Decides as a replica, for a coordinator that is no replica. */
  boolean admitJointly(double random);

  /** Counts as the coordinator of an operation, without being a replica. */
  void passOn();

  /** Counts as a replica, when the coordinator has admitted the operation. */
  void account();

  /** The reports that the node sends at a tick, which go to these replicas and back. */
  List<Report> tick(int replicas);

  /** Takes a report from another node. */
  void take(Report report);

  /**
   * A report between nodes.
   *
   * @param from the number of the sender
   * @param to the number of the receiver
   * @param interval ticks until the sender's next report
   * @param wanted ticks between the reports that the sender wants to get
   * @param demands the sender's demand for the partition and that of others, or nothing
   */
  record Report(int from, int to, int interval, int wanted, List<PartitionDemand> demands) {}
}
