package io.goodput.lab.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class TokensTest {

  private static final int NODES = 3;
  private static final int PER_NODE = 16;

  @Test
  void of_allNodes_tokensAreUnique() {
    assertThat(ring()).doesNotHaveDuplicates();
  }

  @Test
  void of_allNodes_tokensAreEvenlySpaced() {
    List<Long> ring = ring();

    assertThat(IntStream.range(1, ring.size()).mapToLong(i -> ring.get(i) - ring.get(i - 1)))
        .allSatisfy(
            width ->
                assertThat(width).isBetween(384_307_168_202_282_324L, 384_307_168_202_282_326L));
  }

  @Test
  void of_oneTokenOnOneNode_isFirstTokenOfRing() {
    assertThat(Tokens.of(1, 1, 1)).isEqualTo("-9223372036854775807");
  }

  private static List<Long> ring() {
    return IntStream.rangeClosed(1, NODES)
        .mapToObj(node -> Tokens.of(node, NODES, PER_NODE))
        .flatMap(tokens -> Stream.of(tokens.split(",", -1)))
        .map(Long::valueOf)
        .sorted()
        .toList();
  }
}
