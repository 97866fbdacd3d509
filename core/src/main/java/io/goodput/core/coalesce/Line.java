package io.goodput.core.coalesce;

import io.goodput.core.coalesce.Member.Result;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The threads that want the same read. One of them leads: it executes a read at a time. The others
 * wait in a stack, newest first. Any thread may {@link #join}; only the leading thread calls the
 * other methods that change the line.
 */
final class Line<A> extends AtomicReference<@Nullable Member<A>> {

  private static final long serialVersionUID = 1L;

  /** The newest member of a line that has ended. */
  private final transient Member<A> ended = new Member<>();

  private volatile long leadsUntil;
  private volatile boolean refused;

  /** A line that the calling thread leads until about this time, in monotonic nanoseconds. */
  Line(long leadsUntil) {
    super(null);
    this.leadsUntil = leadsUntil;
  }

  /** Joins the line as its newest member; null if the line has ended. */
  @Nullable Member<A> join() {
    Member<A> member = new Member<>();
    while (true) {
      Member<A> newest = get();
      if (newest == ended) {
        return null;
      }
      member.earlier = newest;
      if (compareAndSet(newest, member)) {
        return member;
      }
    }
  }

  /** Records until when the thread that now leads wants to wait. */
  void ledUntil(long time) {
    leadsUntil = time;
  }

  /** Whether the leading thread should have ended long ago: it hangs in its read. */
  boolean isOverdue(long now) {
    return now - leadsUntil > 0;
  }

  /** Records whether a limit keeps the line from reading. */
  void refused(boolean now) {
    refused = now;
  }

  /** Whether a limit keeps the line from reading. */
  boolean isRefused() {
    return refused;
  }

  /**
   * The group that a read answers if it starts after this call: this member and all earlier ones;
   * null if there is none. Forgets members that have left.
   */
  @Nullable Member<A> group() {
    Member<A> newest = get();
    for (Member<A> member = newest; member != null; member = member.earlier) {
      while (member.earlier != null && !member.earlier.isWaiting()) {
        member.earlier = member.earlier.earlier;
      }
    }
    return newest;
  }

  /** Takes a group out of the line, and leaves who has joined since. */
  void remove(Member<A> group) {
    if (compareAndSet(group, null)) {
      return;
    }
    Member<A> later = get();
    while (later != null && later.earlier != group) {
      later = later.earlier;
    }
    if (later != null) {
      later.earlier = null;
    }
  }

  /**
   * Has another member lead, the one that joined last.
   *
   * @return false if no member waits, so that the line has ended
   */
  boolean handOver() {
    while (true) {
      Member<A> newest = get();
      for (Member<A> member = newest; member != null; member = member.earlier) {
        if (member.promote()) {
          LockSupport.unpark(member.thread());
          return true;
        }
      }
      if (compareAndSet(newest, ended)) {
        return false;
      }
    }
  }

  /** The number of members of a group that still wait. */
  static <A> int waiting(@Nullable Member<A> group) {
    int waiting = 0;
    for (Member<A> member = group; member != null; member = member.earlier) {
      waiting += member.isWaiting() ? 1 : 0;
    }
    return waiting;
  }

  /** Answers all members of a group that still wait. */
  static <A> void answer(@Nullable Member<A> group, Result<A> result) {
    for (Member<A> member = group; member != null; member = member.earlier) {
      if (member.answer(result)) {
        LockSupport.unpark(member.thread());
      }
    }
  }
}
