package io.goodput.cassandra.request;

import org.jspecify.annotations.Nullable;

/**
 * What is known of a request before a request thread takes it. Immutable, except for what a
 * subclass adds.
 */
public class Handover {

  /** Nothing is known. */
  static final Handover NONE = new Handover(false, false, false);

  private final boolean isAdmitted;
  private final boolean isKept;
  private final boolean isWatched;

  /**
   * What is known.
   *
   * @param isAdmitted whether its limit has admitted it, so that it is not counted again
   * @param isKept whether it has been kept within its fair share, so that chance does not refuse it
   * @param isWatched whether the watch has seen it
   */
  public Handover(boolean isAdmitted, boolean isKept, boolean isWatched) {
    this.isAdmitted = isAdmitted;
    this.isKept = isKept;
    this.isWatched = isWatched;
  }

  /** The same as is known, of a request that the watch may have seen since. */
  protected Handover(Handover known, boolean isWatched) {
    this(known.isAdmitted, known.isKept, isWatched);
  }

  boolean isAdmitted() {
    return isAdmitted;
  }

  boolean isKept() {
    return isKept;
  }

  boolean isWatched() {
    return isWatched;
  }

  /** Whether the request may wait again instead of being answered. */
  public boolean mayPostpone() {
    return false;
  }

  /**
   * Whether the request may have waited for its turn before it entered the queue of request
   * threads, so that its age says nothing of the queue.
   */
  public boolean hasWaited() {
    return mayPostpone();
  }

  /** For how many nanoseconds after its arrival the request was not in the queue yet. */
  public long heldNanos() {
    return 0;
  }

  /** The request thread has answered the request, has failed to, or has never got it. */
  public void ended() {}

  /**
   * Tells the request that the calling thread is about to execute what is known of it; null once it
   * has been executed.
   */
  public static void executing(@Nullable Handover known) {
    CurrentRequest.executing(known);
  }
}
