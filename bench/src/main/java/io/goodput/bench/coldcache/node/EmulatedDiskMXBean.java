package io.goodput.bench.coldcache.node;

/** The disk, over JMX. */
public interface EmulatedDiskMXBean {

  /** Whether reads take no time, so that a cache is filled at once. */
  boolean isInstant();

  /** See {@link #isInstant}; false at first. */
  void setInstant(boolean instant);
}
