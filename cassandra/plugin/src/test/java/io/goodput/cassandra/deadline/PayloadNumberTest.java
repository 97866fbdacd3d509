package io.goodput.cassandra.deadline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.apache.cassandra.exceptions.InvalidRequestException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PayloadNumberTest {

  private static final PayloadNumber NUMBER =
      new PayloadNumber("goodput.timeout_ms", "a whole number of milliseconds");

  @ParameterizedTest
  @CsvSource({"1, 1", "0500, 500", "9999999, 9999999"})
  void number_inText(String text, long number) {
    assertThat(NUMBER.of(value(text))).isEqualTo(number);
  }

  @Test
  void number_leavesTheValueUnread() {
    ByteBuffer value = value("500");
    long unused = NUMBER.of(value);

    assertThat(value).isEqualTo(value("500"));
  }

  @Test
  void number_manyTimes_allocatesNothing() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    ByteBuffer value = value("500");
    long sum = 0;
    long before = threads.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < 10_000; i++) {
      sum += NUMBER.of(value);
    }
    long allocated = threads.getCurrentThreadAllocatedBytes() - before;

    assertThat(sum).isPositive();
    assertThat(allocated).isLessThan(10_000);
  }

  @Test
  void number_ofAPartOfABuffer_readsThatPart() {
    ByteBuffer value = value("12345");
    value.position(1).limit(3);

    assertThat(NUMBER.of(value)).isEqualTo(23);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "0", "0000000", "-1", "1.5", "500ms", "10000000", "00000500", "٣"})
  void number_ofAnythingElse_throwsOneSentence(String text) {
    assertInvalid(value(text), text);
  }

  @Test
  void number_ofABinaryNumber_showsNoControlCharacters() {
    assertInvalid(ByteBuffer.allocate(4).putInt(0x20003).flip(), "????");
  }

  @Test
  void number_ofALongText_showsItsBegin() {
    assertInvalid(value("12345678".repeat(1_000)), "12345678123456781234...");
  }

  private static void assertInvalid(ByteBuffer value, String shown) {
    assertThatThrownBy(() -> NUMBER.of(value))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessage(
            "Custom payload 'goodput.timeout_ms' must be a whole number of milliseconds from 1 to"
                + " 9999999 in text, not '%s'",
            shown);
  }

  private static ByteBuffer value(String text) {
    return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
  }
}
