package io.goodput.bench.coldcache.node;

/** What a node writes and reads for itself, over JMX, and within seconds. */
public interface OwnRowsMXBean {

  /**
   * Writes this node's copy of so many partitions.
   *
   * @param insert CQL that takes the number of a partition, from 0, and its body
   * @param bytes of each body, all zero
   */
  void write(String insert, int partitions, int bytes);

  /**
   * Reads partitions of this node's own data, one after the other, drawn from a {@link Zipf}
   * distribution.
   *
   * @param select CQL that takes the number of a partition
   * @param seed other partitions with another one
   */
  void read(String select, int partitions, double skew, int seed, int reads);
}
