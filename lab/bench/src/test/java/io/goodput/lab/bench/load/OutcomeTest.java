package io.goodput.lab.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.protocol.internal.Message;
import com.datastax.oss.protocol.internal.ProtocolConstants.ErrorCode;
import com.datastax.oss.protocol.internal.response.Error;
import com.datastax.oss.protocol.internal.response.result.Void;
import org.junit.jupiter.api.Test;

class OutcomeTest {

  @Test
  void of_answerInTime_isGood() {
    assertThat(Outcome.of(Void.INSTANCE, true)).isEqualTo(Outcome.GOOD);
  }

  @Test
  void of_answerAfterTheDeadline_isLate() {
    assertThat(Outcome.of(Void.INSTANCE, false)).isEqualTo(Outcome.LATE);
  }

  @Test
  void of_errorOfAPartitionLimit_isRefused() {
    assertThat(Outcome.of(error(ErrorCode.CONFIG_ERROR), true)).isEqualTo(Outcome.REFUSED);
  }

  @Test
  void of_timeoutOfTheServer_isTimedOut() {
    assertThat(Outcome.of(error(ErrorCode.WRITE_TIMEOUT), true)).isEqualTo(Outcome.TIMED_OUT);
  }

  @Test
  void of_anotherError_isFailed() {
    assertThat(Outcome.of(error(ErrorCode.SERVER_ERROR), true)).isEqualTo(Outcome.FAILED);
  }

  private static Message error(int code) {
    return new Error(code, "");
  }
}
