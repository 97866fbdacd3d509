package io.goodput.lab.bench.coldcache.node;

import io.goodput.lab.bench.load.Zipf;

/** What the benchmark makes a node do over JMX. Writes and reads take seconds. */
public interface ThisNodeMXBean {

  /** Writes this node's copy of the partitions: their numbers, from 0, and bodies of zeros. */
  void write(String insert, int partitions, int bytes);

  /** Reads partitions from this node's copy, as {@link Zipf} draws them, without disk delay. */
  void read(String select, int partitions, double skew, int seed, int reads);
}
