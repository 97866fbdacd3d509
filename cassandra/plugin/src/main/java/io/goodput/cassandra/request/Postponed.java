package io.goodput.cassandra.request;

import org.apache.cassandra.transport.messages.ResultMessage;

/**
 * Gives the thread of a request back without an answer to the client, which gets it later, from
 * another thread. It is never sent.
 */
public final class Postponed extends ResultMessage {

  /** Nothing is known of the answer yet. */
  public Postponed() {
    super(Kind.VOID);
  }

  @Override
  public String toString() {
    return "POSTPONED";
  }
}
