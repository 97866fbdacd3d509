package io.goodput.driver;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.servererrors.InvalidConfigurationInQueryException;
import com.datastax.oss.driver.api.core.servererrors.OverloadedException;
import com.datastax.oss.driver.api.core.servererrors.ReadTimeoutException;
import com.datastax.oss.driver.api.core.servererrors.WriteTimeoutException;
import java.util.List;

/** Tells the errors of overloaded nodes from all others. */
final class OverloadErrors {

  /** In the text of errors of fair shares, but not of those of limits. */
  private static final String OVERLOADED = "is overloaded";

  /** In the text of errors of fair shares that concern one partition. */
  private static final String PARTITION = "this partition";

  private OverloadErrors() {}

  /**
   * Whether a node has refused a request because of an overload. The driver drops the text of
   * timeouts; those of a late request differ from nearly all others in what they say of responses.
   */
  static boolean isRefusal(Throwable error) {
    if (error instanceof AllNodesFailedException all) {
      return all.getAllErrors().values().stream()
          .flatMap(List::stream)
          .anyMatch(OverloadErrors::isRefusal);
    }
    if (error instanceof InvalidConfigurationInQueryException) {
      String text = String.valueOf(error.getMessage());
      return text.contains(OVERLOADED) && !text.contains(PARTITION);
    }
    if (error instanceof ReadTimeoutException read) {
      return read.getReceived() == 0 && read.getBlockFor() == 1 && read.wasDataPresent();
    }
    if (error instanceof WriteTimeoutException write) {
      return write.getReceived() == 0 && write.getBlockFor() == 0;
    }
    return error instanceof OverloadedException;
  }
}
