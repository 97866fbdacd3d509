package io.goodput.cassandra.request;

import org.jspecify.annotations.Nullable;

/** What guards have decided about a request so far. Belongs to the thread of the request. */
public final class Course {

  private boolean isTrial;
  private boolean isInTurn;
  private boolean isAnsweredByOthers;
  private boolean admits;
  private boolean keeps;
  private @Nullable Arrived arrived;

  Course() {}

  /** Whether a rejection of the request is not the answer to the client yet. */
  public boolean isTrial() {
    return isTrial;
  }

  /** Says whether a rejection of the request is not the answer to the client yet. */
  public void setTrial(boolean trial) {
    isTrial = trial;
  }

  /** Whether the request asks for its admission again and again, for a group. */
  public boolean isInTurn() {
    return isInTurn;
  }

  /** Says whether the request asks for its admission again and again, for a group. */
  public void setInTurn(boolean inTurn) {
    isInTurn = inTurn;
  }

  /** Whether the client gets what other requests have read, so that its time says nothing. */
  public boolean isAnsweredByOthers() {
    return isAnsweredByOthers;
  }

  /** Records that the client gets what other requests have read. */
  public void answeredByOthers() {
    isAnsweredByOthers = true;
  }

  /** What is known from the time when the request arrived; null if nothing is. */
  public @Nullable Arrived arrived() {
    return arrived;
  }

  void setArrived(@Nullable Arrived known) {
    arrived = known;
  }

  /** Whether the limit admitted the request when it arrived. */
  public boolean isAdmitted() {
    Arrived known = arrived;
    return known != null && known.isAdmitted();
  }

  /** Whether chance has kept the request within its fair share when it arrived. */
  public boolean isKept() {
    Arrived known = arrived;
    return known != null && known.isKept();
  }

  /** Whether the request has been watched when it arrived. */
  public boolean isWatched() {
    Arrived known = arrived;
    return known != null && known.isWatched();
  }

  /** Records that the limit has admitted the request, which has just arrived. */
  public void admit() {
    admits = true;
  }

  /** Records that the request, which has just arrived, is kept within its fair share. */
  public void keep() {
    keeps = true;
  }

  /** What guards have recorded of a request that has just arrived. */
  Arrived decisions() {
    return admits || keeps ? new Decided(admits, keeps) : Arrivals.UNDECIDED;
  }

  /** Forgets all, for the next request. */
  void end() {
    isTrial = false;
    isInTurn = false;
    isAnsweredByOthers = false;
    admits = false;
    keeps = false;
    arrived = null;
  }
}
