package io.goodput.cassandra.failure;

import org.apache.cassandra.exceptions.ExceptionCode;

/** Which of Cassandra's exceptions keep their stack traces. Called by Cassandra's own classes. */
public final class StackTraces {

  private StackTraces() {}

  /**
   * Whether an exception of this code has one. Those have none that overload brings in numbers, and
   * whose stack traces tell nothing but that replicas did not answer as they should.
   */
  public static boolean areKept(ExceptionCode code) {
    return switch (code) {
      case UNAVAILABLE,
          OVERLOADED,
          IS_BOOTSTRAPPING,
          WRITE_TIMEOUT,
          READ_TIMEOUT,
          READ_FAILURE,
          WRITE_FAILURE,
          CDC_WRITE_FAILURE,
          CAS_WRITE_UNKNOWN ->
          false;
      default -> true;
    };
  }
}
