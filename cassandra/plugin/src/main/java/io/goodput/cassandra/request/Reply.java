package io.goodput.cassandra.request;

import org.apache.cassandra.cql3.ResultSet.ResultMetadata;
import org.apache.cassandra.transport.Message;

/**
 * The way back to the client of a prepared statement that no request thread has taken. Use one of
 * the methods that answer or execute, once; again after a {@link Postponed} answer. Thread-safe;
 * never waits.
 */
public interface Reply {

  /** How an answer describes its columns to a client. */
  enum Columns {
    /** In full. */
    DESCRIBED,
    /** In full, because they are others than the client knows. */
    CHANGED,
    /** Not at all, because the client knows them. */
    KNOWN
  }

  /** How an answer with these columns has to describe them to this client. */
  Columns columns(ResultMetadata columns);

  /** Whether the client's version of the protocol knows warnings and custom payloads. */
  boolean canWarn();

  /** Answers the client. */
  void answer(Message.Response answer);

  /** Answers the client with an error. */
  void reject(Throwable error);

  /**
   * Has a request thread execute the request, and answer the client unless the answer is {@link
   * Postponed}.
   */
  void execute(Handover known);
}
