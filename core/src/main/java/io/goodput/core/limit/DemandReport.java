package io.goodput.core.limit;

import java.util.List;

/**
 * What one node tells another about its busy partitions. It replaces the node's report before: a
 * partition that it does not name has no demand there any more. Immutable.
 *
 * @param node the sender
 * @param interval ticks until its next report, 1 or more
 * @param demands the busiest of the partitions that concern the receiver
 */
public record DemandReport(Object node, int interval, List<PartitionDemand> demands) {

  /** Ticks for which a report every tick counts, so that some may get lost. */
  private static final int TICKS_REMEMBERED = 8;

  /** Copies the list. */
  public DemandReport {
    demands = List.copyOf(demands);
  }

  /** Ticks after which the report no longer counts, if no other follows. */
  int lifetime() {
    return 2 * interval + TICKS_REMEMBERED;
  }
}
