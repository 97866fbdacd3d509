package io.goodput.bench.coldcache.node;

/** A node's own writes and reads over JMX, which take seconds. */
public interface OwnRowsMXBean {

  /**
   * Writes this node's copy of the partitions.
   *
   * @param insert CQL with two variables: the number of a partition, from 0, and its body
   * @param bytes length of each body, which is all zero
   */
  void write(String insert, int partitions, int bytes);

  /**
   * Reads partitions from this node's copy, drawn from a {@link Zipf} distribution.
   *
   * @param select CQL with one variable: the number of a partition
   * @param seed each seed draws other partitions
   */
  void read(String select, int partitions, double skew, int seed, int reads);
}
