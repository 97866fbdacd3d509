package io.goodput.cassandra.request;

/** What has been decided about a request so far. Belongs to the thread of the request. */
public final class Course {

  private boolean isAnsweredByOthers;
  private boolean admits;
  private boolean keeps;
  private Handover known = Handover.NONE;

  Course() {}

  /** Whether the client gets what other requests have read, so its latency must not be recorded. */
  public boolean isAnsweredByOthers() {
    return isAnsweredByOthers;
  }

  /** Records that the client gets what other requests have read. */
  public void answeredByOthers() {
    isAnsweredByOthers = true;
  }

  /** What was known before the request thread took the request. */
  public Handover known() {
    return known;
  }

  void setKnown(Handover handover) {
    if (known != handover) {
      known = handover;
    }
  }

  /** Whether the limit admitted the request when it arrived. */
  public boolean isAdmitted() {
    return known.isAdmitted();
  }

  /** Whether chance has kept the request within its fair share when it arrived. */
  public boolean isKept() {
    return known.isKept();
  }

  /** Whether the request has been watched when it arrived. */
  public boolean isWatched() {
    return known.isWatched();
  }

  /** Records that the limit has admitted the request, which has just arrived. */
  public void admit() {
    admits = true;
  }

  /** Records that the request, which has just arrived, is kept within its fair share. */
  public void keep() {
    keeps = true;
  }

  /** What has been recorded of a request that has just arrived. */
  public Handover handover() {
    return admits || keeps ? new Handover(admits, keeps, false) : Handover.NONE;
  }

  /** Forgets all, for the next request. */
  void end() {
    isAnsweredByOthers = false;
    admits = false;
    keeps = false;
    setKnown(Handover.NONE);
  }
}
