package io.goodput.cassandra.request;

/** When a guard is asked about a request. */
public enum Occasion {
  /** On the thread of its connection, which must neither wait nor ask another node. */
  ARRIVAL,
  /** On its request thread. */
  EXECUTION,
  /** On a request thread, for a group that asks again until it is admitted. */
  TURN;

  /** Whether the guard may wait, and ask other nodes. */
  public boolean mayBlock() {
    return this != ARRIVAL;
  }
}
