package io.goodput.lab.nodes;

import java.math.BigInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Evenly spaced tokens on Murmur3's ring, assigned to the nodes in turn. With preset tokens, a node
 * joins without contacting the others, so that all nodes can start at the same time.
 */
final class Tokens {

  private static final BigInteger RING = BigInteger.ONE.shiftLeft(64);
  private static final BigInteger FIRST = BigInteger.valueOf(Long.MIN_VALUE + 1);

  private Tokens() {}

  /** The tokens of {@code node}, counted from 1, in the format of {@code initial_token}. */
  static String of(int node, int nodes, int perNode) {
    BigInteger count = BigInteger.valueOf((long) nodes * perNode);
    return IntStream.range(0, perNode)
        .mapToObj(turn -> BigInteger.valueOf((long) turn * nodes + node - 1))
        .map(position -> FIRST.add(RING.multiply(position).divide(count)).toString())
        .collect(Collectors.joining(","));
  }
}
