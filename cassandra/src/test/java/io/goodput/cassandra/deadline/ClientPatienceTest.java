package io.goodput.cassandra.deadline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.apache.cassandra.exceptions.InvalidRequestException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ClientPatienceTest {

  @ParameterizedTest
  @CsvSource({"1, 1000000", "0500, 500000000", "9999999, 9999999000000"})
  void nanos_ofMilliseconds(String text, long nanos) {
    assertThat(ClientPatience.nanos(value(text))).isEqualTo(nanos);
  }

  @Test
  void nanos_leavesTheValueUnread() {
    ByteBuffer value = value("500");
    long unused = ClientPatience.nanos(value);

    assertThat(value).isEqualTo(value("500"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "0", "-1", "1.5", "500ms", "10000000", "٣"})
  void nanos_ofAnythingElse_throwsOneSentence(String text) {
    assertThatThrownBy(() -> ClientPatience.nanos(value(text)))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessage(
            "Custom payload 'goodput.timeout_ms' must be a whole number of milliseconds from 1 to"
                + " 9999999 in text, not '%s'",
            text);
  }

  private static ByteBuffer value(String text) {
    return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
  }
}
