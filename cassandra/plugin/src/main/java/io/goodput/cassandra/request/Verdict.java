package io.goodput.cassandra.request;

import org.apache.cassandra.transport.messages.ResultMessage;

/** What is decided about a request: one of these, or a {@link Rejection}. Immutable. */
public interface Verdict {

  /** Cassandra executes the request. */
  Verdict ADMIT = Plain.ADMIT;

  /** A request thread decides, which may block. */
  Verdict UNDECIDED = Plain.UNDECIDED;

  /** The request waits for a group, which answers it. */
  Verdict WAIT = Plain.WAIT;

  /** The verdicts that say nothing more. */
  enum Plain implements Verdict {
    ADMIT,
    UNDECIDED,
    WAIT
  }

  /** The answer to the client, without an execution of its request. */
  record Answer(ResultMessage message) implements Verdict {}

  /** Whether the request needs no request thread of its own. */
  static boolean isFinal(Verdict verdict) {
    return verdict != ADMIT && verdict != UNDECIDED;
  }
}
