package io.goodput.cluster;

import java.math.BigInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Tokens that share Murmur3's ring out evenly, nodes taking turns. Told its tokens, a node joins
 * without asking the others, so that all of them can start at the same time.
 */
final class Tokens {

  private static final BigInteger RING = BigInteger.ONE.shiftLeft(64);
  private static final BigInteger FIRST = BigInteger.valueOf(Long.MIN_VALUE + 1);

  private Tokens() {}

  /** The tokens of {@code node}, counted from 1, as cassandra.yaml lists them. */
  static String of(int node, int nodes, int perNode) {
    BigInteger count = BigInteger.valueOf((long) nodes * perNode);
    return IntStream.range(0, perNode)
        .mapToObj(turn -> BigInteger.valueOf((long) turn * nodes + node - 1))
        .map(position -> FIRST.add(RING.multiply(position).divide(count)).toString())
        .collect(Collectors.joining(","));
  }
}
