package io.goodput.core.line;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * Has one at a time proceed for each key. The others wait in order of arrival, with a thread or
 * without one, and no longer than their deadlines. A key for which no one proceeds takes no memory.
 *
 * <p>A {@link Gate} may hold a line, so that no one proceeds for the time being. One that proceeds
 * for more than three seconds is taken for lost, and the next one does not wait for it.
 * Thread-safe; takes no lock except, for an instant, that of a map's bin.
 *
 * @param <K> the type of keys
 */
public final class Lines<K> {

  /** How long one may proceed until the others do not wait for it any longer. */
  private static final long LOST_NANOS = 3_000_000_000L;

  /** What becomes of one that enters a line. */
  public enum Entry {
    /** It proceeds at once. */
    TURN,
    /** It waits. */
    WAITS,
    /** As many wait as may. */
    FULL,
    /** As many threads wait, in all lines, as may. */
    NO_THREADS
  }

  /** Those that want one key. The lock of the map's bin guards it. */
  private static final class Line {

    private final Deque<Place> waiting = new ArrayDeque<>(0);

    /** The one that proceeds; none while the gate is closed. */
    private Optional<Place> first;

    private long since;

    /** A line in which the first one proceeds, or none. */
    Line(Optional<Place> first, long now) {
      this.first = first;
      this.since = now;
    }

    void hold() {
      first = Optional.empty();
    }

    boolean isHeld() {
      return first.isEmpty();
    }

    boolean isFirst(Place place) {
      return first.isPresent() && first.get() == place;
    }

    boolean isLost(long now) {
      return !isHeld() && now - since > LOST_NANOS;
    }

    boolean isEmpty() {
      while (!waiting.isEmpty() && !waiting.peek().isWaiting()) {
        waiting.poll();
      }
      return waiting.isEmpty();
    }

    /** The next one, which proceeds; empty if no one waits any longer. */
    Optional<Place> next(long now) {
      Place next = waiting.poll();
      while (next != null && !next.promote()) {
        next = waiting.poll();
      }
      first = Optional.ofNullable(next);
      since = now;
      return first;
    }
  }

  private final ConcurrentMap<K, Line> lines = new ConcurrentHashMap<>();
  private final AtomicInteger threads = new AtomicInteger();
  private final LongSupplier clock;
  private final IntSupplier most;
  private final IntSupplier mostThreads;
  private final Gate<K> gate;

  /** No lines, and a gate that is always open. */
  public Lines(LongSupplier clock, IntSupplier most, IntSupplier mostThreads) {
    this(clock, most, mostThreads, Gate.open());
  }

  /**
   * No lines.
   *
   * @param clock monotonic nanoseconds
   * @param most how many may wait for one key; asked each time
   * @param mostThreads how many threads may wait in all lines; asked each time
   * @param gate decides whether the next one may proceed
   */
  public Lines(LongSupplier clock, IntSupplier most, IntSupplier mostThreads, Gate<K> gate) {
    this.clock = clock;
    this.most = most;
    this.mostThreads = mostThreads;
    this.gate = gate;
  }

  /**
   * Enters the line of a key.
   *
   * @param now monotonic nanoseconds
   * @param place if its turn has come, {@link #leave} has to follow; without a thread, it may be
   *     told so before this method returns
   */
  public Entry enter(K key, long now, Place place) {
    Entry[] entry = {Entry.TURN};
    lines.compute(
        key,
        (unused, line) -> {
          if (line == null && gate.mayProceed(key, false, now)) {
            place.promote();
            return new Line(Optional.of(place), now);
          }
          Line entered = line == null ? new Line(Optional.empty(), now) : line;
          entry[0] = enter(entered, place);
          if (line == null && entry[0] != Entry.WAITS) {
            gate.ended(key, now);
            return null;
          }
          return entered;
        });
    gate.flush();
    return entry[0];
  }

  private Entry enter(Line line, Place place) {
    if (line.waiting.size() >= most.getAsInt()) {
      line.waiting.removeIf(it -> !it.isWaiting());
    }
    if (line.waiting.size() >= most.getAsInt()) {
      return Entry.FULL;
    }
    if (place.isThread() && threads.incrementAndGet() > mostThreads.getAsInt()) {
      threads.decrementAndGet();
      return Entry.NO_THREADS;
    }
    line.waiting.add(place);
    return Entry.WAITS;
  }

  /**
   * Has the calling thread, whose place waits, wait for its turn.
   *
   * @return false if the deadline has passed before
   */
  public boolean await(Place place) {
    try {
      return place.await(clock, this);
    } finally {
      threads.decrementAndGet();
    }
  }

  /** Ends a turn, so that the next one proceeds. No effect if it is not the turn of this place. */
  public void leave(K key, Place place) {
    proceed(key, line -> line.isFirst(place), clock.getAsLong());
  }

  /** Has the next one of a line proceed if this holds. */
  private void proceed(K key, Predicate<Line> condition, long now) {
    AtomicReference<Optional<Place>> next = new AtomicReference<>(Optional.empty());
    lines.computeIfPresent(
        key,
        (unused, line) -> {
          if (!condition.test(line)) {
            return line;
          }
          line.hold();
          if (!line.isEmpty() && !gate.mayProceed(key, true, now)) {
            return line;
          }
          next.setPlain(line.next(now));
          if (line.isHeld()) {
            gate.ended(key, now);
            return null;
          }
          return line;
        });
    next.getPlain().ifPresent(Place::proceed);
    gate.flush();
  }

  /** The gate of a key has been opened. */
  public void reopen(K key, long now) {
    lines.computeIfAbsent(
        key,
        unused -> {
          gate.ended(key, now);
          return null;
        });
    proceed(key, Line::isHeld, now);
  }

  /**
   * Ends the waits without a thread whose deadlines have passed, and the turns that were lost; call
   * it at short intervals.
   */
  public void expire(long now) {
    for (K key : lines.keySet()) {
      Deque<Place> late = new ArrayDeque<>(0);
      lines.computeIfPresent(
          key,
          (unused, line) -> {
            line.waiting.removeIf(it -> it.isLate(now) && late.add(it));
            return line;
          });
      late.forEach(Place::expire);
      proceed(key, line -> line.isHeld() || line.isLost(now), now);
    }
  }

  /** The number of keys that have a line. */
  public int lines() {
    return lines.size();
  }

  /** How many wait now. Looks at all lines. */
  public int waiting() {
    AtomicInteger waiting = new AtomicInteger();
    for (K key : lines.keySet()) {
      lines.computeIfPresent(
          key,
          (unused, line) -> {
            line.waiting.forEach(it -> waiting.addAndGet(it.isWaiting() ? 1 : 0));
            return line;
          });
    }
    return waiting.get();
  }
}
