package io.goodput.cassandra.request;

import java.nio.ByteBuffer;
import java.util.Map;
import org.apache.cassandra.exceptions.ExceptionCode;
import org.apache.cassandra.exceptions.RequestValidationException;

/**
 * The answer to a request that the plug-in refuses, without a stack trace.
 *
 * <p>Its code is CONFIG_ERROR, which drivers do not retry. They retry OVERLOADED on the next node,
 * which would multiply the load.
 */
public abstract class RefusedException extends RequestValidationException implements Explained {

  private static final long serialVersionUID = 1L;

  private final transient Map<String, ByteBuffer> payload;

  /** An answer with this text and these reasons. */
  protected RefusedException(String text, Reasons reasons) {
    super(ExceptionCode.CONFIG_ERROR, text);
    this.payload = reasons.payload();
  }

  @Override
  public final Map<String, ByteBuffer> payload() {
    return payload;
  }

  @Override
  public final synchronized Throwable fillInStackTrace() {
    return this;
  }
}
