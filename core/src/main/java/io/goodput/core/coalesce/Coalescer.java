package io.goodput.core.coalesce;

import io.goodput.core.coalesce.Reading.Outcome;
import io.goodput.core.time.TimeSource;
import io.goodput.core.time.Timer;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntSupplier;

/**
 * Answers identical reads with one read, without weakening any of them.
 *
 * <p>At most one read of a key is under way. A read that finds none starts at once. A read that
 * finds one waits for the next, which starts when the one under way has ended and answers all reads
 * that arrived before it started. So each read is answered by an execution that started after it
 * arrived and ended before its answer, as if it had executed by itself: at any consistency level,
 * each history of reads and writes is also possible without coalescing. A read takes at most as
 * long as two.
 *
 * <p>The usual single flight joins the read under way instead. It can miss a write that was
 * acknowledged before the joining read arrived.
 *
 * <p>Reads wait with their threads ({@link #read}) or without ({@link #begin}, {@link #join}).
 * Where a limit refuses a read, the group waits for the next attempt and grows meanwhile: on a
 * timer, or on the thread of a read that has one. If too many wait, the whole group is refused at
 * once. No read waits past its deadline. If the one that reads gives up, another member of the
 * group takes its turn. Thread-safe; takes no lock except, for an instant, that of a map's bin.
 *
 * @param <K> what identical reads have in common; two keys are equal if their reads are identical
 * @param <A> the type of answers, which the members of a group share
 */
public final class Coalescer<K, A> {

  /** How far past its deadline a thread may lead until others take it for hanging. */
  private static final long GRACE_NANOS = 100_000_000L;

  /** How late the timer may be. */
  private static final long TIMER_GRACE_NANOS = 1_000_000_000L;

  /** A read that waits in a line without a thread. */
  private record Pending<A>(Line<A> line, Member<A> member, int sender) {}

  private final ConcurrentMap<K, Line<A>> lines = new ConcurrentHashMap<>();
  private final Queue<Pending<A>> pending = new ConcurrentLinkedQueue<>();
  private final TimeSource time;
  private final Timer timer;
  private final WaitingRoom room;

  /**
   * A coalescer of no reads.
   *
   * @param timer ends the pauses between the attempts of reads without threads
   * @param most how many threads may wait at a time, and how many lines may begin to wait on the
   *     timer; asked each time
   */
  public Coalescer(TimeSource time, Timer timer, IntSupplier most) {
    this.time = time;
    this.timer = timer;
    this.room = new WaitingRoom(most);
  }

  /** The number of threads that wait now. */
  public int waiting() {
    return room.threads();
  }

  /** Whether a read of a key is under way, or waits for its admission, so that others may join. */
  public boolean isRead(K key, long now) {
    Line<A> line = lines.get(key);
    return line != null && !line.isOverdue(now);
  }

  /** The number of keys that are being read now. */
  public int lines() {
    return lines.size();
  }

  /**
   * Executes a read, or waits for another thread to execute it. Throws what the read throws.
   *
   * @param deadline monotonic nanoseconds after which the caller does not wait; a read that it has
   *     begun may take longer
   */
  public Reading<A> read(K key, long deadline, GroupRead<A> read) {
    while (true) {
      Line<A> line = lines.get(key);
      if (line == null) {
        Line<A> own = Line.ledUntil(deadline + GRACE_NANOS);
        if (lines.putIfAbsent(key, own) == null) {
          return new Lead(key, own, Member.thread(deadline), false, false).read(read);
        }
        continue;
      }
      if (line.isOverdue(time.monotonicNanos())) {
        // Its leader hangs. Its members leave in time.
        lines.remove(key, line);
        continue;
      }
      if (!room.enterThread()) {
        return Reading.of(Outcome.ALONE);
      }
      try {
        Member<A> member = Member.thread(deadline);
        if (line.join(member)) {
          return await(key, line, member, read);
        }
        lines.remove(key, line);
      } finally {
        room.leaveThread();
      }
    }
  }

  /**
   * Whether one more read of a sender may wait without a thread.
   *
   * @param isLineOpen whether it joins a line, and does not begin one
   */
  public boolean hasRoom(int sender, boolean isLineOpen) {
    return room.hasPlaceForRead(sender) && (isLineOpen || room.hasPlaceForLine());
  }

  /** Whether one more read may wait with its thread. */
  public boolean hasRoomForThread() {
    return room.hasPlaceForThread();
  }

  /**
   * Has a read wait for the next group of its key without a thread.
   *
   * @param now monotonic nanoseconds
   * @param deadline monotonic nanoseconds after which {@link #expire} ends the wait
   * @param read is told what became of it, maybe before this method returns
   * @return false if no read of the key is under way, or if very many of its sender wait already
   */
  public boolean join(K key, long now, long deadline, PendingRead<A> read) {
    Line<A> line = lines.get(key);
    return line != null
        && !line.isOverdue(now)
        && room.hasPlaceForRead(read.sender())
        && enqueue(line, deadline, read);
  }

  private boolean enqueue(Line<A> line, long deadline, PendingRead<A> read) {
    Member<A> member = Member.pending(read, deadline);
    if (!line.join(member)) {
      return false;
    }
    room.enterRead(read.sender());
    pending.add(new Pending<>(line, member, read.sender()));
    return true;
  }

  /**
   * Begins the line of a key with a read that was refused, which waits without a thread, and is
   * tried again after a pause.
   *
   * @param isOverLimit whether its limit has refused it
   * @param pause nanoseconds until the next attempt
   * @param now monotonic nanoseconds
   * @param deadline monotonic nanoseconds after which {@link #expire} ends the wait
   * @param read is told what became of it
   * @return false if the key has a line, or if there is no room
   */
  public boolean begin(
      K key, boolean isOverLimit, long pause, long now, long deadline, PendingRead<A> read) {
    Line<A> before = lines.get(key);
    if (before != null && before.isOverdue(now)) {
      lines.remove(key, before);
    }
    Line<A> own = Line.ledUntil(now + pause + TIMER_GRACE_NANOS);
    own.refused(isOverLimit);
    if (!room.hasPlaceForRead(read.sender()) || !room.enterLine()) {
      return false;
    }
    if (lines.putIfAbsent(key, own) != null) {
      room.leaveLine();
      return false;
    }
    pause(key, own, pause);
    return enqueue(own, deadline, read);
  }

  /** Hands a line over after a pause, in which no one leads it; at once if the timer fails. */
  private void pause(K key, Line<A> line, long nanos) {
    line.leadsUntil(time.monotonicNanos() + nanos + TIMER_GRACE_NANOS);
    try {
      timer.after(nanos, () -> resume(key, line));
    } catch (RuntimeException | Error e) {
      resume(key, line);
    }
  }

  private void resume(K key, Line<A> line) {
    room.leaveLine();
    handOver(key, line);
  }

  private void handOver(K key, Line<A> line) {
    line.promote()
        .ifPresentOrElse(
            leader -> leader.lead(new Lead(key, line, leader, true, false)),
            () -> lines.remove(key, line));
  }

  /**
   * Ends the waits without a thread whose deadlines have passed, and the lines whose turns were
   * lost; call it at short intervals.
   */
  public void expire(long now) {
    lines.forEach(
        (key, line) -> {
          if (line.isOverdue(now)) {
            lines.remove(key, line);
          }
        });
    pending.removeIf(
        it -> {
          if (it.member.isWaiting() && now - it.member.deadline() > 0) {
            it.member.leave(it.line.gaveUp());
          }
          if (it.member.isWaiting()) {
            return false;
          }
          room.leaveRead(it.sender);
          return true;
        });
  }

  /** The number of reads that wait without a thread now. Walks through all of them. */
  public int pending() {
    return (int) pending.stream().filter(it -> it.member.isWaiting()).count();
  }

  private Reading<A> await(K key, Line<A> line, Member<A> member, GroupRead<A> read) {
    if (!member.await(time::monotonicNanos, line)) {
      return line.gaveUp();
    }
    Optional<Result<A>> result = member.result();
    return result.isPresent()
        ? result.get().reading()
        : new Lead(key, line, member, true, true).read(read);
  }

  /** Leads a line: reads once for a group, and hands the line over. */
  private final class Lead implements Turn<A> {

    private final K key;
    private final Line<A> line;
    private final Member<A> leader;
    private final boolean counted;
    private boolean waited;
    private boolean ended;
    private Member<A> group;
    private Optional<Result<A>> result = Optional.empty();

    /** How long the line waits for its next attempt; 0 if the next one leads at once. */
    private long pause;

    /**
     * The lead of a line.
     *
     * @param waited whether it has waited for its turn
     * @param counted whether its thread is counted among those that wait
     */
    Lead(K key, Line<A> line, Member<A> leader, boolean waited, boolean counted) {
      this.key = key;
      this.line = line;
      this.leader = leader;
      this.waited = waited;
      this.counted = counted;
      this.group = line.noGroup();
      line.leadsUntil(leader.deadline() + GRACE_NANOS);
    }

    @Override
    public Reading<A> read(GroupRead<A> read) {
      try {
        return attempt(read);
      } catch (RuntimeException | Error failure) {
        result = Optional.of(new Result.Failure<>(failure));
        throw failure;
      } finally {
        end();
      }
    }

    @Override
    public void pass() {
      if (!ended) {
        end();
      }
    }

    private Reading<A> attempt(GroupRead<A> read) {
      while (true) {
        if (waited && leader.deadline() - time.monotonicNanos() <= 0) {
          return line.gaveUp();
        }
        line.refused(false);
        group = line.group();
        if (read.attempt()) {
          A answer = read.answer();
          int others = line.waiting(group);
          result = Optional.of(new Result.Answer<>(answer, others));
          return Reading.of(Outcome.EXECUTED, answer, others);
        }
        line.refused(read.isOverLimit());
        long nanos = read.pauseNanos();
        if (nanos == GroupRead.NEVER) {
          return refuseAll();
        }
        boolean isInTime = time.monotonicNanos() + nanos - leader.deadline() <= 0;
        if (isInTime && leader.isThread()) {
          if (!park(nanos)) {
            return refuseAll();
          }
          waited = true;
        } else {
          return postpone(nanos, isInTime);
        }
      }
    }

    /** Refuses the read and all that wait for it. */
    private Reading<A> refuseAll() {
      group = line.group();
      result = Optional.of(new Result.Refusal<>());
      return Reading.of(Outcome.REFUSED);
    }

    /** Has the line wait on the timer, and its leader, too, if it is tried again in time. */
    private Reading<A> postpone(long nanos, boolean isInTime) {
      if (!room.reenterLine()) {
        return refuseAll();
      }
      pause = nanos;
      return isInTime && leader.rejoins(read -> enqueue(line, leader.deadline(), read))
          ? Reading.of(Outcome.POSTPONED)
          : line.gaveUp();
    }

    /** Has the thread wait for the next attempt; false if there is no room for it. */
    private boolean park(long nanos) {
      if (!counted && !room.enterThread()) {
        return false;
      }
      long until = time.monotonicNanos() + nanos;
      try {
        boolean interrupted = false;
        for (long rest = nanos; rest > 0; rest = until - time.monotonicNanos()) {
          LockSupport.parkNanos(line, rest);
          interrupted |= Thread.interrupted();
        }
        if (interrupted) {
          Thread.currentThread().interrupt();
        }
        return true;
      } finally {
        if (!counted) {
          room.leaveThread();
        }
      }
    }

    /** Hands the line over before answering the group, so that the next read starts at once. */
    private void end() {
      ended = true;
      Member<A> answered = result.isPresent() ? group : line.noGroup();
      line.remove(answered);
      try {
        if (pause > 0) {
          pause(key, line, pause);
        } else {
          handOver(key, line);
        }
      } finally {
        result.ifPresent(brought -> line.answer(answered, brought));
      }
    }
  }
}
