package io.goodput.bench.coldcache.node;

/** What the benchmark makes a node do over JMX. Writes and reads take seconds. */
public interface ThisNodeMXBean {

  /**
   * Writes this node's copy of the partitions.
   *
   * @param insert CQL with two variables: the number of a partition, from 0, and its body
   * @param bytes length of each body, which is all zero
   */
  void write(String insert, int partitions, int bytes);

  /**
   * Reads partitions from this node's copy, drawn from a {@link Zipf} distribution. The disk takes
   * no time meanwhile.
   *
   * @param select CQL with one variable: the number of a partition
   * @param seed each seed draws other partitions
   */
  void read(String select, int partitions, double skew, int seed, int reads);
}
