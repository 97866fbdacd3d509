package io.goodput.cassandra.limit;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.cassandra.exceptions.ExceptionCode;
import org.junit.jupiter.api.Test;

class RateLimitReachedExceptionTest {

  private final RateLimitReachedException refusal =
      new RateLimitReachedException(Kind.WRITES, "ks", "t", "coordinator");

  @Test
  void message_isThatOfTheReference() {
    assertThat(refusal)
        .hasMessage(
            "Per-partition rate limit reached for writes in table ks.t, rejected by coordinator");
  }

  @Test
  void code_isConfigError_whichDriversDoNotRetry() {
    assertThat(refusal.code()).isEqualTo(ExceptionCode.CONFIG_ERROR);
  }

  @Test
  void stackTrace_isEmpty() {
    assertThat(refusal.getStackTrace()).isEmpty();
  }
}
