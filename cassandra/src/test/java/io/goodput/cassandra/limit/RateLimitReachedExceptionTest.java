package io.goodput.cassandra.limit;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.cassandra.exceptions.ExceptionCode;
import org.apache.cassandra.schema.TableMetadata;
import org.junit.jupiter.api.Test;

class RateLimitReachedExceptionTest {

  private final RateLimitReachedException rejection =
      new RateLimitReachedException(
          Operation.WRITES, TableMetadata.minimal("ks", "t"), "coordinator");

  @Test
  void message_namesOperationTableAndWhoRejected() {
    assertThat(rejection)
        .hasMessage(
            "Per-partition rate limit reached for writes in table ks.t, rejected by coordinator");
  }

  @Test
  void code_isConfigError_whichDriversDoNotRetry() {
    assertThat(rejection.code()).isEqualTo(ExceptionCode.CONFIG_ERROR);
  }

  @Test
  void stackTrace_isEmpty() {
    assertThat(rejection.getStackTrace()).isEmpty();
  }
}
