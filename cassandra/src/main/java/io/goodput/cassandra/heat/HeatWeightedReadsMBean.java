package io.goodput.cassandra.heat;

/** {@code io.goodput:type=HeatWeightedReads}: the switch, for JMX. */
public interface HeatWeightedReadsMBean {

  /** Whether this node spreads the point reads that it coordinates by heat. */
  boolean isEnabled();

  /**
   * Has it do so from now on, or not.
   *
   * @throws IllegalArgumentException if this node has no cache to measure
   */
  void setEnabled(boolean enabled);
}
