package io.goodput.core.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("The secret hash")
class SecretHashTest {

  private static final int BINS = 1 << 10;

  private final SecretHash hash = new SecretHash(0, 0);

  @ParameterizedTest
  @DisplayName("is what CPython 3.11 tells of the same bytes with PYTHONHASHSEED=0")
  @CsvSource({
    "8, ead411e67ebe2eea",
    "15, f30eb725bb91c9ea",
    "16, 8972188433a5c5b7",
    "24, 31185a47af932f3a",
    "31, 169739443111d49b"
  })
  void of_bytes_isThePublishedFunction(int length, String expected) {
    assertThat(Long.toHexString(hash.of(0x0706050403020100L, upTo(length)))).isEqualTo(expected);
  }

  @Test
  void of_numberOrBytesOrText_isTheSameForTheSameBytes() {
    long number = 0x0044_0043_0042_0041L;
    ByteBuffer bytes = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(0, number);

    assertThat(hash.of(7, number)).isEqualTo(hash.of(7, bytes)).isEqualTo(hash.of(7, "ABCD"));
  }

  @Test
  void of_bytesInTheMiddleOfABuffer_dependsOnThemAlone() {
    ByteBuffer wide = ByteBuffer.allocate(40).order(ByteOrder.LITTLE_ENDIAN);
    wide.position(3);
    wide.put(upTo(29)).flip().position(3);

    assertThat(hash.of(0x0706050403020100L, wide))
        .isEqualTo(hash.of(0x0706050403020100L, upTo(29)));
    assertThat(wide.remaining()).isEqualTo(21);
  }

  @Test
  void of_otherSecret_differs() {
    assertThat(new SecretHash(0, 1).of(0, 5)).isNotEqualTo(hash.of(0, 5));
    assertThat(new SecretHash(1, 0).of(0, 5)).isNotEqualTo(hash.of(0, 5));
  }

  @Test
  void of_otherOrder_differs() {
    assertThat(hash.of(hash.of(0, 1), 2)).isNotEqualTo(hash.of(hash.of(0, 2), 1));
  }

  @Test
  @DisplayName("spreads over the bins of a map what collides in Java's own hashes")
  void of_textsWithEqualHashCodes_fillTheBinsEvenly() {
    List<String> texts = IntStream.range(0, 1 << 14).mapToObj(SecretHashTest::colliding).toList();
    assertThat(texts.stream().map(String::hashCode).distinct()).hasSize(1);
    assertThat(texts).doesNotHaveDuplicates();

    int[] bins = new int[BINS];
    texts.forEach(text -> bins[(int) SecretHash.ofThisProcess().of(0, text) & (BINS - 1)]++);

    // 16 each on average; the standard deviation is 4.
    assertThat(IntStream.of(bins).max().orElseThrow()).isLessThan(16 + 9 * 4);
  }

  /** In Java, "Aa" and "BB" have equal hashes, and so has each sequence of them. */
  private static String colliding(int number) {
    StringBuilder text = new StringBuilder();
    for (int bit = 0; bit < 14; bit++) {
      text.append((number >> bit & 1) == 0 ? "Aa" : "BB");
    }
    return text.toString();
  }

  /** The bytes from 8, because those from 0 to 7 come before. */
  private static ByteBuffer upTo(int length) {
    ByteBuffer bytes = ByteBuffer.allocate(length - 8);
    IntStream.range(8, length).forEach(i -> bytes.put((byte) i));
    return bytes.flip();
  }
}
