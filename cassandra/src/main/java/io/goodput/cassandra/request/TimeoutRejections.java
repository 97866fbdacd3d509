package io.goodput.cassandra.request;

import java.nio.ByteBuffer;
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
   * @param refused what their payload says
   * @param reason completes the sentence {@code Dropped before it was executed: …}
   */
  public TimeoutRejections(RequestKind kind, Reasons.Kind refused, String reason) {
    String text = "Dropped before it was executed: " + reason;
    Map<String, ByteBuffer> payload = new Reasons(refused).payload();
    WriteType writeType = kind.writeType();
    for (ConsistencyLevel consistency : ConsistencyLevel.values()) {
      byConsistency.put(
          consistency,
          writeType == null
              ? new ShedRead(consistency, text, payload)
              : new ShedWrite(writeType, consistency, text, payload));
    }
  }

  /** The answer to a request at this consistency level; the same object each time. */
  public RequestTimeoutException at(ConsistencyLevel consistency) {
    return Objects.requireNonNull(byConsistency.get(consistency));
  }

  private static final class ShedRead extends ReadTimeoutException implements Explained {

    private static final long serialVersionUID = 1L;

    private final String text;
    private final transient Map<String, ByteBuffer> payload;

    ShedRead(ConsistencyLevel consistency, String text, Map<String, ByteBuffer> payload) {
      super(consistency, 0, 1, false);
      this.text = text;
      this.payload = payload;
    }

    @Override
    public Map<String, ByteBuffer> payload() {
      return payload;
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

  private static final class ShedWrite extends WriteTimeoutException implements Explained {

    private static final long serialVersionUID = 1L;

    private final transient Map<String, ByteBuffer> payload;

    ShedWrite(
        WriteType writeType,
        ConsistencyLevel consistency,
        String text,
        Map<String, ByteBuffer> payload) {
      super(writeType, consistency, 0, 1, text);
      this.payload = payload;
    }

    @Override
    public Map<String, ByteBuffer> payload() {
      return payload;
    }

    @Override
    public synchronized Throwable fillInStackTrace() {
      return this;
    }
  }
}
