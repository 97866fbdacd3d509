package io.goodput.cassandra.deadline;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import org.apache.cassandra.db.ConsistencyLevel;
import org.apache.cassandra.db.WriteType;
import org.apache.cassandra.exceptions.ReadTimeoutException;
import org.apache.cassandra.exceptions.RequestTimeoutException;
import org.apache.cassandra.exceptions.WriteTimeoutException;

/**
 * The answers to requests of one kind that are dropped for one reason: time-outs with no replica's
 * answer, which drivers do not send again by themselves. They would send what is answered as
 * OVERLOADED to the next node, and so make more of what there is too much of.
 *
 * <p>Made once for each consistency level, without stack traces and without anything of a request.
 */
public final class DroppedRequests {

  private final Map<ConsistencyLevel, RequestTimeoutException> answers =
      new EnumMap<>(ConsistencyLevel.class);

  /** Of one kind, for a reason that is a clause of a sentence. */
  public DroppedRequests(RequestKind kind, String reason) {
    String text = "Dropped before it was executed: " + reason;
    WriteType writeType = kind.writeType();
    for (ConsistencyLevel consistency : ConsistencyLevel.values()) {
      answers.put(
          consistency,
          writeType == null
              ? new DroppedRead(consistency, text)
              : new DroppedWrite(writeType, consistency, text));
    }
  }

  /** To a request of that consistency level; the same each time. */
  public RequestTimeoutException to(ConsistencyLevel consistency) {
    return Objects.requireNonNull(answers.get(consistency));
  }

  private static final class DroppedRead extends ReadTimeoutException {

    private static final long serialVersionUID = 1L;

    private final String text;

    DroppedRead(ConsistencyLevel consistency, String text) {
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

  private static final class DroppedWrite extends WriteTimeoutException {

    private static final long serialVersionUID = 1L;

    DroppedWrite(WriteType writeType, ConsistencyLevel consistency, String text) {
      super(writeType, consistency, 0, 1, text);
    }

    @Override
    public synchronized Throwable fillInStackTrace() {
      return this;
    }
  }
}
