package io.goodput.lab.bench.load;

import com.datastax.oss.protocol.internal.Message;
import com.datastax.oss.protocol.internal.ProtocolConstants.ErrorCode;
import com.datastax.oss.protocol.internal.response.Error;

/** What happened to a request. */
public enum Outcome {
  /** Success within the client's deadline: goodput. */
  GOOD,
  /** Success after the client's deadline. */
  LATE,
  /** Rejected by a partition limit. */
  REFUSED,
  /** The server answered with a timeout. */
  TIMED_OUT,
  /** The server answered that it is overloaded. */
  OVERLOADED,
  /** Another error, or no answer. */
  FAILED,
  /** Not sent, because too many requests were in flight or no node was connected. */
  DROPPED;

  static Outcome of(Message answer, boolean inTime) {
    if (!(answer instanceof Error error)) {
      return inTime ? GOOD : LATE;
    }
    return switch (error.code) {
      case ErrorCode.CONFIG_ERROR -> REFUSED;
      case ErrorCode.READ_TIMEOUT, ErrorCode.WRITE_TIMEOUT -> TIMED_OUT;
      case ErrorCode.OVERLOADED -> OVERLOADED;
      default -> FAILED;
    };
  }
}
