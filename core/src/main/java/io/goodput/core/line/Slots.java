package io.goodput.core.line;

import io.goodput.core.time.Nanos;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * What a node knows of its slots: several nodes that want one key take turns, and one may proceed
 * during its slot. A node asks the home of the key for a slot once its own line, or what happened
 * to an earlier one, shows that others want the key. If the home is silent, the node proceeds
 * without a slot. Thread-safe.
 *
 * @param <K> the type of keys
 */
public final class Slots<K> implements Gate<K> {

  /** How many may proceed in a slot while other nodes ask for one. */
  static final int MOST = 8;

  /** How many may proceed in a slot while no other node asks for one. */
  static final int MOST_ALONE = 32;

  /** How long after its start a slot lets one proceed. */
  static final long SLOT_NANOS = 100 * Nanos.PER_MILLI;

  /** How long after its last request a node asks again. */
  static final long ASK_AGAIN_NANOS = 50 * Nanos.PER_MILLI;

  /** How long a home may be silent. */
  public static final long SILENCE_NANOS = 300 * Nanos.PER_MILLI;

  /** How long a node proceeds without slots, after silence. */
  static final long ALONE_NANOS = Nanos.PER_SECOND;

  /** How long a node asks even for the first of a line, after it has met another node. */
  static final long WANTED_NANOS = 10 * Nanos.PER_SECOND;

  /** How long after its end a slot is forgotten, if nothing else has ended it. */
  private static final long LEFT_OVER_NANOS = 10 * Nanos.PER_SECOND;

  /** Keys without a line that are remembered. */
  private static final int MOST_REMEMBERED = 1_024;

  /** Carries what a node says to the home of a key. Its methods must neither wait nor throw. */
  public interface ToHome<K> {

    /**
     * Asks for a slot, or asks again. It ends this node's other slots of the key.
     *
     * @param number of the slot, which differs from those of this node's other slots
     */
    void ask(K key, long number);

    /** Gives a slot back, or does not ask for it any longer. */
    void giveBack(K key, long number);
  }

  private enum State {
    /** The node waits for a slot. */
    ASKED,
    /** The node has a slot. */
    HELD,
    /** The home was silent: the node needs no slot. */
    ALONE,
    /** The node has no line, but will ask for a slot as soon as it has one. */
    WANTED
  }

  /** What is known of one key. The lock of the map's bin guards it. */
  private static final class Slot {
    private State state = State.ASKED;
    private long number;
    private long asked;
    private long heard;
    private long until;
    private int left;

    /** Until when others are taken to want the key. */
    private long wantedUntil;

    Slot(long now) {
      wantedUntil = now;
    }

    boolean isOver(long now) {
      return (state == State.ALONE || state == State.WANTED) && now - until >= 0;
    }

    /** Whether its line must have ended: a line asks again, or gives its slot back. */
    boolean isLeftOver(long now) {
      return (state == State.ASKED && now - heard > LEFT_OVER_NANOS)
          || (state == State.HELD && now - until > LEFT_OVER_NANOS);
    }

    void wanted(long now) {
      wantedUntil = now + WANTED_NANOS;
    }

    void becomes(State next, long end) {
      state = next;
      until = end;
    }
  }

  private record Message<K>(K key, long number, boolean asks) {}

  private final ConcurrentMap<K, Slot> slots = new ConcurrentHashMap<>();
  private final Queue<Message<K>> outgoing = new ConcurrentLinkedQueue<>();
  private final AtomicLong numbers;
  private final ToHome<K> home;
  private final LongSupplier clock;
  private final AtomicLong silences = new AtomicLong();

  /**
   * No slots.
   *
   * @param clock monotonic nanoseconds
   * @param first number of the slots of this node; a restarted node needs others than before
   */
  public Slots(ToHome<K> home, LongSupplier clock, long first) {
    this.home = home;
    this.clock = clock;
    this.numbers = new AtomicLong(first);
  }

  @Override
  public boolean mayProceed(K key, boolean isContended, long now) {
    boolean[] may = {true};
    slots.compute(
        key,
        (unused, known) -> {
          Slot slot = known == null || known.isOver(now) ? null : known;
          if (slot == null && !isContended) {
            return null;
          }
          Slot next = slot == null ? new Slot(now) : slot;
          may[0] = mayProceed(key, next, slot == null, now);
          return next;
        });
    return may[0];
  }

  private boolean mayProceed(K key, Slot slot, boolean isNew, long now) {
    if (isNew || slot.state == State.WANTED) {
      return ask(key, slot);
    }
    if (slot.state == State.ALONE) {
      return true;
    }
    if (slot.state == State.HELD) {
      if (slot.left > 0 && now - slot.until < 0) {
        slot.left--;
        return true;
      }
      return ask(key, slot);
    }
    if (now - slot.heard >= SILENCE_NANOS) {
      silences.incrementAndGet();
      slot.becomes(State.ALONE, now + ALONE_NANOS);
      return true;
    }
    if (now - slot.asked >= ASK_AGAIN_NANOS) {
      slot.asked = now;
      outgoing.add(new Message<>(key, slot.number, true));
    }
    return false;
  }

  private boolean ask(K key, Slot slot) {
    // The request may have arrived long ago.
    long now = clock.getAsLong();
    slot.becomes(State.ASKED, now);
    slot.number = numbers.incrementAndGet();
    slot.asked = now;
    slot.heard = now;
    outgoing.add(new Message<>(key, slot.number, true));
    return false;
  }

  @Override
  public void ended(K key, long now) {
    slots.computeIfPresent(
        key,
        (unused, slot) -> {
          if (slot.state == State.ASKED || slot.state == State.HELD) {
            outgoing.add(new Message<>(key, slot.number, false));
            slot.becomes(State.WANTED, slot.wantedUntil);
          }
          return slot.isOver(now) ? null : slot;
        });
  }

  /** Another node wants the key, too. */
  public void meet(K key, long now) {
    boolean isRoom = slots.size() < MOST_REMEMBERED;
    slots.compute(
        key,
        (unused, known) -> {
          if (known == null && !isRoom) {
            return null;
          }
          Slot slot = known == null ? new Slot(now) : known;
          slot.wanted(now);
          if (known == null || slot.state == State.WANTED) {
            slot.becomes(State.WANTED, slot.wantedUntil);
          }
          return slot;
        });
  }

  /**
   * The home has given a slot to this node.
   *
   * @param othersAsk whether other nodes wait for a slot
   * @return whether the next one of the line may proceed: {@link Lines#reopen} has to follow
   */
  public boolean granted(K key, long number, boolean othersAsk, long now) {
    boolean isNew =
        changeAsked(
            key,
            number,
            slot -> {
              slot.becomes(State.HELD, now + SLOT_NANOS);
              slot.left = othersAsk ? MOST : MOST_ALONE;
              if (othersAsk) {
                slot.wanted(now);
              }
            });
    if (!isNew && !holds(key, number)) {
      home.giveBack(key, number);
    }
    return isNew;
  }

  private boolean holds(K key, long number) {
    boolean[] holds = {false};
    slots.computeIfPresent(
        key,
        (unused, slot) -> {
          holds[0] = slot.number == number && slot.state == State.HELD;
          return slot;
        });
    return holds[0];
  }

  /** Changes the slot with this number if the node waits for it; false if it does not. */
  private boolean changeAsked(K key, long number, Consumer<Slot> change) {
    boolean[] isAsked = {false};
    slots.computeIfPresent(
        key,
        (unused, slot) -> {
          isAsked[0] = slot.number == number && slot.state == State.ASKED;
          if (isAsked[0]) {
            change.accept(slot);
          }
          return slot;
        });
    return isAsked[0];
  }

  /** The home has noted that this node asks for a slot, and others are before it. */
  public void queued(K key, long number, long now) {
    slots.computeIfPresent(
        key,
        (unused, slot) -> {
          if (slot.number == number) {
            slot.heard = now;
            slot.wanted(now);
          }
          return slot;
        });
  }

  /**
   * A key has no home, so that this node needs no slot.
   *
   * @return whether the next one of the line may proceed: {@link Lines#reopen} has to follow
   */
  public boolean withoutHome(K key, long number, long now) {
    return changeAsked(key, number, slot -> slot.becomes(State.ALONE, now + ALONE_NANOS));
  }

  /** Forgets what is over, or was left over; call it at short intervals. */
  public void expire(long now) {
    for (K key : slots.keySet()) {
      slots.computeIfPresent(
          key, (unused, slot) -> slot.isOver(now) || slot.isLeftOver(now) ? null : slot);
    }
  }

  @Override
  public void flush() {
    for (Message<K> next = outgoing.poll(); next != null; next = outgoing.poll()) {
      if (next.asks) {
        home.ask(next.key, next.number);
      } else {
        home.giveBack(next.key, next.number);
      }
    }
  }

  /** How often this node proceeded without a slot, because the home was silent. */
  public long silences() {
    return silences.get();
  }

  /** The keys of which something is known. */
  int keys() {
    return slots.size();
  }
}
