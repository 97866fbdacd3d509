package io.goodput.cassandra.heat;

/** Switches heat-weighted reads by JMX: {@code io.goodput:type=HeatWeightedReads}. */
public interface HeatWeightedReadsMBean {

  /** Whether this node weights the point reads that it coordinates by heat. */
  boolean isEnabled();

  /**
   * Switches the weighting on or off.
   *
   * @throws IllegalArgumentException if this node has no cache to measure
   */
  void setEnabled(boolean enabled);
}
