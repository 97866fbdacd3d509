package io.goodput.buckets.cassandra;

import com.datastax.oss.driver.api.core.ConsistencyLevel;

/**
 * The consistency levels of statements on the tables.
 *
 * @param serial of lightweight transactions
 * @param quorum of all other reads and writes: they see what transactions have written
 */
record Consistency(ConsistencyLevel serial, ConsistencyLevel quorum) {

  /** All data centers agree. */
  static final Consistency EVERYWHERE =
      new Consistency(ConsistencyLevel.SERIAL, ConsistencyLevel.QUORUM);

  /** The data center of the driver agrees. */
  static final Consistency LOCAL =
      new Consistency(ConsistencyLevel.LOCAL_SERIAL, ConsistencyLevel.LOCAL_QUORUM);
}
