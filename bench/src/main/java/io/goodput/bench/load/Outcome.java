package io.goodput.bench.load;

import com.datastax.oss.protocol.internal.Message;
import com.datastax.oss.protocol.internal.ProtocolConstants.ErrorCode;
import com.datastax.oss.protocol.internal.response.Error;
import java.util.Locale;

/** What became of a request. */
public enum Outcome {
  /** Answered with success within the client's deadline: goodput. */
  GOOD,
  /** Answered with success, for a client that had given up. */
  LATE,
  /** Refused by a limit. */
  REFUSED,
  /** Answered with a timeout of the server's. */
  TIMED_OUT,
  /** Turned away by the server as too much. */
  OVERLOADED,
  /** Answered with another error, or not at all. */
  FAILED,
  /** Not sent, since too many were in flight. */
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

  /** As it is called in reports. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
