package io.goodput.core.coalesce;

import io.goodput.core.coalesce.Reading.Outcome;
import io.goodput.core.time.TimeSource;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
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
 * <p>Where a limit refuses a read, the group waits for the next attempt and grows meanwhile. No
 * thread waits past its deadline, and no more than a given number wait at a time. Reads can also
 * wait without a thread ({@link #join}). If the one that reads gives up, another member of the
 * group takes its turn. Thread-safe; takes no lock except, for an instant, that of a map's bin.
 *
 * @param <K> what identical reads have in common; two keys are equal if their reads are identical
 * @param <A> the type of answers, which the members of a group share
 */
public final class Coalescer<K, A> {

  /** How far past its deadline a thread may lead until others take it for hanging. */
  private static final long GRACE_NANOS = 100_000_000L;

  /** Reads that may wait without a thread: each takes some memory. */
  static final int MOST_PENDING = 1 << 16;

  /** A read that waits in a line without a thread. */
  private record Pending<A>(Line<A> line, Member<A> member) {}

  private final ConcurrentMap<K, Line<A>> lines = new ConcurrentHashMap<>();
  private final Queue<Pending<A>> pending = new ConcurrentLinkedQueue<>();
  private final AtomicInteger pendingSize = new AtomicInteger();
  private final AtomicInteger waiting = new AtomicInteger();
  private final TimeSource time;
  private final IntSupplier mostWaiting;
  private final boolean joinsReadUnderWay;

  /**
   * A coalescer of no reads.
   *
   * @param mostWaiting how many threads may wait at a time; asked for each thread
   */
  public Coalescer(TimeSource time, IntSupplier mostWaiting) {
    this(time, mostWaiting, false);
  }

  private Coalescer(TimeSource time, IntSupplier mostWaiting, boolean joinsReadUnderWay) {
    this.time = time;
    this.mostWaiting = mostWaiting;
    this.joinsReadUnderWay = joinsReadUnderWay;
  }

  /** The usual single flight, which is wrong: it shows that a test notices what it breaks. */
  public static <K, A> Coalescer<K, A> singleFlight(TimeSource time, IntSupplier mostWaiting) {
    return new Coalescer<>(time, mostWaiting, true);
  }

  /** The number of threads that wait now. */
  public int waiting() {
    return waiting.get();
  }

  /** Whether a read of a key is under way, or waits for its admission. */
  public boolean isRead(K key) {
    return lines.containsKey(key);
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
          return new Lead(key, own, deadline, false, false).read(read);
        }
        continue;
      }
      if (line.isOverdue(time.monotonicNanos())) {
        // Its leader hangs. Its members leave in time.
        lines.remove(key, line);
        continue;
      }
      if (!startsWaiting()) {
        return Reading.of(Outcome.ALONE);
      }
      try {
        Member<A> member = Member.thread(deadline);
        if (line.join(member)) {
          return await(key, line, member, read);
        }
        lines.remove(key, line);
      } finally {
        waiting.decrementAndGet();
      }
    }
  }

  private boolean startsWaiting() {
    int most = mostWaiting.getAsInt();
    int now = waiting.get();
    while (now < most) {
      if (waiting.compareAndSet(now, now + 1)) {
        return true;
      }
      now = waiting.get();
    }
    return false;
  }

  /**
   * Has a read wait for the next group of its key without a thread.
   *
   * @param now monotonic nanoseconds
   * @param deadline monotonic nanoseconds after which {@link #expire} ends the wait
   * @param read is told what became of it, maybe before this method returns
   * @return false if no read of the key is under way, or if very many wait already
   */
  public boolean join(K key, long now, long deadline, PendingRead<A> read) {
    Line<A> line = lines.get(key);
    if (line == null || line.isOverdue(now) || pendingSize.get() >= MOST_PENDING) {
      return false;
    }
    Member<A> member = Member.pending(read, deadline);
    if (!line.join(member)) {
      return false;
    }
    pendingSize.incrementAndGet();
    pending.add(new Pending<>(line, member));
    return true;
  }

  /**
   * Begins the line of a key for a read that was refused and that another thread will try again.
   *
   * @param isOverLimit whether its limit has refused it
   * @param now monotonic nanoseconds
   * @param deadline monotonic nanoseconds after which the read is not tried
   * @return the turn of that read; empty if the key has a line
   */
  public Optional<Turn<A>> begin(K key, boolean isOverLimit, long now, long deadline) {
    Line<A> before = lines.get(key);
    if (before != null && before.isOverdue(now)) {
      lines.remove(key, before);
    }
    Line<A> own = Line.ledUntil(deadline + GRACE_NANOS);
    own.refused(isOverLimit);
    return lines.putIfAbsent(key, own) == null
        ? Optional.of(new Lead(key, own, deadline, true, false))
        : Optional.empty();
  }

  /** Ends the waits without a thread whose deadlines have passed; call it at short intervals. */
  public void expire(long now) {
    pending.removeIf(
        it -> {
          if (it.member.isWaiting() && now - it.member.deadline() > 0) {
            it.member.leave(gaveUp(it.line));
          }
          if (it.member.isWaiting()) {
            return false;
          }
          pendingSize.decrementAndGet();
          return true;
        });
  }

  /** The number of reads that wait without a thread now. Walks through all of them. */
  public int pending() {
    return (int) pending.stream().filter(it -> it.member.isWaiting()).count();
  }

  private static <A> Reading<A> gaveUp(Line<A> line) {
    return Reading.of(line.isRefused() ? Outcome.REFUSED : Outcome.LATE);
  }

  private Reading<A> await(K key, Line<A> line, Member<A> member, GroupRead<A> read) {
    boolean interrupted = false;
    boolean left = false;
    while (member.isWaiting() && !left) {
      long rest = member.deadline() - time.monotonicNanos();
      if (rest <= 0) {
        left = member.leave();
      } else {
        LockSupport.parkNanos(line, rest);
        interrupted |= Thread.interrupted();
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    if (left) {
      return gaveUp(line);
    }
    Optional<Result<A>> result = member.result();
    return result.isPresent()
        ? result.get().reading()
        : new Lead(key, line, member.deadline(), true, true).read(read);
  }

  /** Leads a line: reads once for a group, and hands the line over. */
  private final class Lead implements Turn<A> {

    private final K key;
    private final Line<A> line;
    private final long deadline;
    private final boolean counted;
    private boolean waited;
    private boolean ended;
    private Member<A> group;
    private Optional<Result<A>> result = Optional.empty();

    /**
     * The lead of a line.
     *
     * @param waited whether it has waited for its turn
     * @param counted whether its thread is counted among those that wait
     */
    Lead(K key, Line<A> line, long deadline, boolean waited, boolean counted) {
      this.key = key;
      this.line = line;
      this.deadline = deadline;
      this.waited = waited;
      this.counted = counted;
      this.group = line.noGroup();
      line.leadsUntil(deadline + GRACE_NANOS);
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
        if (waited && deadline - time.monotonicNanos() <= 0) {
          return gaveUp(line);
        }
        line.refused(false);
        group = line.group();
        if (read.attempt()) {
          A answer = read.answer();
          if (joinsReadUnderWay) {
            group = line.group();
          }
          int others = line.waiting(group);
          result = Optional.of(new Result.Answer<>(answer, others));
          return Reading.of(Outcome.EXECUTED, answer, others);
        }
        line.refused(read.isOverLimit());
        long pause = read.pauseNanos();
        if (pause == GroupRead.NEVER) {
          result = Optional.of(new Result.Refusal<>());
          return Reading.of(Outcome.REFUSED);
        }
        if (!pause(pause)) {
          return gaveUp(line);
        }
        waited = true;
      }
    }

    /** Waits for the next attempt; false if there is no time or no room to wait. */
    private boolean pause(long nanos) {
      long until = time.monotonicNanos() + nanos;
      if (until - deadline > 0 || (!counted && !startsWaiting())) {
        return false;
      }
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
          waiting.decrementAndGet();
        }
      }
    }

    /** Hands the line over before answering the group, so that the next read starts at once. */
    private void end() {
      ended = true;
      Member<A> answered = result.isPresent() ? group : line.noGroup();
      line.remove(answered);
      try {
        handOver();
      } finally {
        result.ifPresent(brought -> line.answer(answered, brought));
      }
    }

    private void handOver() {
      Optional<Member<A>> next = line.promote();
      if (next.isPresent()) {
        next.get().lead(new Lead(key, line, next.get().deadline(), true, false));
      } else {
        lines.remove(key, line);
      }
    }
  }
}
