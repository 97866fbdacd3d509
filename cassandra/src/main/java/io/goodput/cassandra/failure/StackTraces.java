package io.goodput.cassandra.failure;

import org.apache.cassandra.exceptions.ExceptionCode;

/** Decides which of Cassandra's exceptions get a stack trace; Cassandra's classes call it. */
public final class StackTraces {

  private StackTraces() {}

  /**
   * Whether an exception with this code gets a stack trace. Overload produces some codes in large
   * numbers, and their stack traces say only that replicas did not answer; those get none.
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
