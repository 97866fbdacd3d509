package io.goodput.cassandra.request;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import org.apache.cassandra.db.ConsistencyLevel;
import org.apache.cassandra.db.WriteType;
import org.apache.cassandra.exceptions.ReadTimeoutException;
import org.apache.cassandra.exceptions.RequestTimeoutException;
import org.apache.cassandra.exceptions.WriteTimeoutException;

/**
 * The timeouts that answer requests of one kind which the node sheds for one reason.
 *
 * <p>By default, drivers do not retry a timeout without any replica's answer. Some retry OVERLOADED
 * on the next node, which would multiply the load. Each exception is built once for its consistency
 * level, without a stack trace and without data of a request. Immutable.
 */
public final class TimeoutRejections {

  private final Map<ConsistencyLevel, RequestTimeoutException> byConsistency =
      new EnumMap<>(ConsistencyLevel.class);

  /**
   * Builds the exceptions.
   *
   * @param reason completes the sentence {@code Dropped before it was executed: …}
   */
  public TimeoutRejections(RequestKind kind, String reason) {
    String text = "Dropped before it was executed: " + reason;
    WriteType writeType = kind.writeType();
    for (ConsistencyLevel consistency : ConsistencyLevel.values()) {
      byConsistency.put(
          consistency,
          writeType == null
              ? new ShedRead(consistency, text)
              : new ShedWrite(writeType, consistency, text));
    }
  }

  /** The answer to a request at this consistency level; the same object each time. */
  public RequestTimeoutException at(ConsistencyLevel consistency) {
    return Objects.requireNonNull(byConsistency.get(consistency));
  }

  private static final class ShedRead extends ReadTimeoutException {

    private static final long serialVersionUID = 1L;

    private final String text;

    ShedRead(ConsistencyLevel consistency, String text) {
      super(consistency, 0, 1, false);
      this.text = text;
    }

    @Override
    public String getMessage() {
      return text;
    }

    @Override
    public synchronized Throwable fillInStackTrace() {
      return this;
    }
  }

  private static final class ShedWrite extends WriteTimeoutException {

    private static final long serialVersionUID = 1L;

    ShedWrite(WriteType writeType, ConsistencyLevel consistency, String text) {
      super(writeType, consistency, 0, 1, text);
    }

    @Override
    public synchronized Throwable fillInStackTrace() {
      return this;
    }
  }
}
