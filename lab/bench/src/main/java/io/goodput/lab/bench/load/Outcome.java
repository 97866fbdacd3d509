package io.goodput.lab.bench.load;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.RequestThrottlingException;
import com.datastax.oss.driver.api.core.servererrors.InvalidConfigurationInQueryException;
import com.datastax.oss.driver.api.core.servererrors.OverloadedException;
import com.datastax.oss.driver.api.core.servererrors.ReadTimeoutException;
import com.datastax.oss.driver.api.core.servererrors.WriteTimeoutException;
import com.datastax.oss.protocol.internal.Message;
import com.datastax.oss.protocol.internal.ProtocolConstants.ErrorCode;
import com.datastax.oss.protocol.internal.response.Error;
import java.util.List;

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
  /** Not sent: too many requests were in flight, no node was connected, or a throttler said so. */
  DROPPED;

  /** What an error says that the driver itself gives to an application. */
  static Outcome of(Throwable problem) {
    if (problem instanceof AllNodesFailedException all) {
      return all.getAllErrors().values().stream()
          .flatMap(List::stream)
          .map(Outcome::of)
          .findFirst()
          .orElse(FAILED);
    }
    if (problem instanceof RequestThrottlingException) {
      return DROPPED;
    }
    if (problem instanceof InvalidConfigurationInQueryException) {
      return REFUSED;
    }
    if (problem instanceof ReadTimeoutException || problem instanceof WriteTimeoutException) {
      return TIMED_OUT;
    }
    return problem instanceof OverloadedException ? OVERLOADED : FAILED;
  }

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
