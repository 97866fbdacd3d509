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

class ClientTimeoutTest {

  @ParameterizedTest
  @CsvSource({"1, 1000000", "0500, 500000000", "9999999, 9999999000000"})
  void nanos_ofMilliseconds(String text, long nanos) {
    assertThat(ClientTimeout.nanos(value(text))).isEqualTo(nanos);
  }

  @Test
  void nanos_leavesTheValueUnread() {
    ByteBuffer value = value("500");
    long unused = ClientTimeout.nanos(value);

    assertThat(value).isEqualTo(value("500"));
  }

  @Test
  void nanos_manyTimes_allocatesNothing() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    ByteBuffer value = value("500");
    long sum = 0;
    long before = threads.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < 10_000; i++) {
      sum += ClientTimeout.nanos(value);
    }
    long allocated = threads.getCurrentThreadAllocatedBytes() - before;

    assertThat(sum).isPositive();
    assertThat(allocated).isLessThan(10_000);
  }

  @Test
  void nanos_ofAPartOfABuffer_readsThatPart() {
    ByteBuffer value = value("12345");
    value.position(1).limit(3);

    assertThat(ClientTimeout.nanos(value)).isEqualTo(23_000_000);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "0", "0000000", "-1", "1.5", "500ms", "10000000", "00000500", "٣"})
  void nanos_ofAnythingElse_throwsOneSentence(String text) {
    assertInvalid(value(text), text);
  }

  @Test
  void nanos_ofABinaryNumber_showsNoControlCharacters() {
    assertInvalid(ByteBuffer.allocate(4).putInt(0x20003).flip(), "????");
  }

  @Test
  void nanos_ofALongText_showsItsBegin() {
    assertInvalid(value("12345678".repeat(1_000)), "12345678123456781234...");
  }

  private static void assertInvalid(ByteBuffer value, String shown) {
    assertThatThrownBy(() -> ClientTimeout.nanos(value))
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
