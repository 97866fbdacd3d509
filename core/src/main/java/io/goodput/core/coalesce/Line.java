package io.goodput.core.coalesce;

import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Those that want the same read. One of them leads: it executes a read at a time. The others wait
 * in a stack, newest first. Any thread may {@link #join}; only the one that leads calls the other
 * methods that change the line.
 */
final class Line<A> extends AtomicReference<Member<A>> {

  private static final long serialVersionUID = 1L;

  /** Below the first member. */
  private final transient Member<A> bottom;

  /** The newest member of a line that has ended. */
  private final transient Member<A> ended = Member.none();

  private volatile long leadsUntil;
  private volatile boolean refused;

  private Line(Member<A> bottom, long leadsUntil) {
    super(bottom);
    this.bottom = bottom;
    this.leadsUntil = leadsUntil;
  }

  /** A line that the calling thread leads until about this time, in monotonic nanoseconds. */
  static <A> Line<A> ledUntil(long time) {
    return new Line<>(Member.none(), time);
  }

  private Member<A> newest() {
    return Objects.requireNonNull(get());
  }

  /** Adds a member as the newest one; false if the line has ended. */
  boolean join(Member<A> member) {
    while (true) {
      Member<A> newest = newest();
      if (newest == ended) {
        return false;
      }
      member.earlier = newest;
      if (compareAndSet(newest, member)) {
        return true;
      }
    }
  }

  /** Records until when the one that now leads wants to wait. */
  void leadsUntil(long time) {
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

  /** What becomes of a member that does not wait any longer. */
  Reading<A> gaveUp() {
    return Reading.of(refused ? Reading.Outcome.REFUSED : Reading.Outcome.LATE);
  }

  /** No members. */
  Member<A> noGroup() {
    return bottom;
  }

  /**
   * The group that a read answers if it starts after this call: this member and all earlier ones.
   * Forgets members that have left.
   */
  Member<A> group() {
    Member<A> newest = newest();
    for (Member<A> member = newest; member != bottom; member = member.earlier) {
      while (member.earlier != bottom && !member.earlier.isWaiting()) {
        member.earlier = member.earlier.earlier;
      }
    }
    return newest;
  }

  /** Takes a group out of the line, and leaves who has joined since. */
  void remove(Member<A> group) {
    if (group == bottom || compareAndSet(group, bottom)) {
      return;
    }
    Member<A> later = newest();
    while (later != bottom && later.earlier != group) {
      later = later.earlier;
    }
    if (later != bottom) {
      later.earlier = bottom;
    }
  }

  /** Promotes the member that joined last; empty if no member waits, so that the line has ended. */
  Optional<Member<A>> promote() {
    while (true) {
      Member<A> newest = newest();
      for (Member<A> member = newest; member != bottom; member = member.earlier) {
        if (member.promote()) {
          return Optional.of(member);
        }
      }
      if (compareAndSet(newest, ended)) {
        return Optional.empty();
      }
    }
  }

  /** The number of members of a group that still wait. */
  int waiting(Member<A> group) {
    int waiting = 0;
    for (Member<A> member = group; member != bottom; member = member.earlier) {
      waiting += member.isWaiting() ? 1 : 0;
    }
    return waiting;
  }

  /** Answers all members of a group that still wait. */
  void answer(Member<A> group, Result<A> result) {
    for (Member<A> member = group; member != bottom; member = member.earlier) {
      member.answer(result);
    }
  }
}
