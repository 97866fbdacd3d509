package io.goodput.cassandra.fair;

import org.apache.cassandra.exceptions.ExceptionCode;
import org.apache.cassandra.exceptions.RequestValidationException;

/**
 * The answer to a request above a fair share.
 *
 * <p>Built once for each share, without a stack trace and without data of a request. Its code is
 * CONFIG_ERROR, which drivers do not retry. They retry OVERLOADED on the next node, which would
 * multiply the load.
 */
final class FairShareException extends RequestValidationException {

  private static final long serialVersionUID = 1L;

  FairShareException(String text) {
    super(ExceptionCode.CONFIG_ERROR, text);
  }

  @Override
  public synchronized Throwable fillInStackTrace() {
    return this;
  }
}
