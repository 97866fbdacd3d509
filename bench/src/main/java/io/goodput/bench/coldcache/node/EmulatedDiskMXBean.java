package io.goodput.bench.coldcache.node;

/** The emulated disk over JMX. */
public interface EmulatedDiskMXBean {

  /** Whether reads take no time from now on; false at first. */
  void setInstant(boolean instant);
}
