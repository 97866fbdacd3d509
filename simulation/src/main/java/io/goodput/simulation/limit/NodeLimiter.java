package io.goodput.simulation.limit;

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

  /** Works out the demand to report to other nodes. */
  List<PartitionDemand> tick();

  /** Takes a report from another node: its own demand, and that of all others. */
  void report(int node, double perSecond, double others);
}
