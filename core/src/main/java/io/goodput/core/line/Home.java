package io.goodput.core.line;

import io.goodput.core.time.Nanos;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Consumer;

/**
 * Gives slots of keys to the nodes that ask for them, one at a time and in order. It forgets a node
 * that has not asked for a while, and takes a slot to be over if it is not given back in time.
 * Thread-safe.
 *
 * @param <K> the type of keys
 * @param <N> the type of nodes
 */
public final class Home<K, N> {

  /** After this time, a slot that was not given back is over. */
  static final long LOST_NANOS = 500 * Nanos.PER_MILLI;

  /** A node that has not asked for this long waits no more. */
  private static final long FORGET_NANOS = Slots.SILENCE_NANOS;

  static final int MOST_KEYS = 16_384;

  /** Carries what the home of a key says to a node. Its methods must not wait. */
  public interface ToNode<K, N> {

    /**
     * Gives a slot to a node.
     *
     * @param othersAsk whether others wait for the next one
     */
    void grant(N node, K key, long number, boolean othersAsk);

    /** Tells a node that it has to wait. */
    void queue(N node, K key, long number);
  }

  /** A node that asks for a slot, or has it since then. */
  private record Asker<N>(N node, long number, long since) {

    boolean is(N other, long otherNumber) {
      return number == otherNumber && node.equals(other);
    }
  }

  /** Those that want one key. The lock of the map's bin guards it. */
  private static final class Askers<N> {

    /** In the order of their first requests, with the time of the last one. */
    private final Map<N, Asker<N>> waiting = new LinkedHashMap<>(4);

    private Optional<Asker<N>> holder = Optional.empty();

    boolean isHeldBy(N node, long number) {
      return holder.filter(it -> it.is(node, number)).isPresent();
    }

    /** Ends the slot of a node. */
    void release(N node) {
      holder = holder.filter(it -> !it.node.equals(node));
    }

    /** Gives the slot to the next node; false if it is not free, or no one asks. */
    boolean next(long now) {
      holder = holder.filter(it -> now - it.since < LOST_NANOS);
      waiting.values().removeIf(it -> now - it.since >= FORGET_NANOS);
      Iterator<Asker<N>> first = waiting.values().iterator();
      if (holder.isPresent() || !first.hasNext()) {
        return false;
      }
      Asker<N> next = first.next();
      first.remove();
      holder = Optional.of(new Asker<>(next.node, next.number, now));
      return true;
    }

    boolean isEmpty() {
      return holder.isEmpty() && waiting.isEmpty();
    }
  }

  /** Whom to tell about a slot, once the lock is free. */
  private final class Outcome {

    private Optional<Asker<N>> granted = Optional.empty();
    private boolean othersAsk;
    private boolean isQueued;

    void grantNext(Askers<N> askers, long now) {
      if (askers.next(now)) {
        grant(askers);
      }
    }

    void grant(Askers<N> askers) {
      granted = askers.holder;
      othersAsk = !askers.waiting.isEmpty();
    }

    void send(K key) {
      granted.ifPresent(it -> nodes.grant(it.node, key, it.number, othersAsk));
    }
  }

  private final ConcurrentMap<K, Askers<N>> keys = new ConcurrentHashMap<>();
  private final ToNode<K, N> nodes;

  /** A home without slots. */
  public Home(ToNode<K, N> nodes) {
    this.nodes = nodes;
  }

  /** A node asks for a slot, or asks again. It has no other slot of the key any longer. */
  public void ask(N node, K key, long number, long now) {
    if (keys.size() >= MOST_KEYS && !keys.containsKey(key)) {
      // The node proceeds without a slot.
      return;
    }
    Outcome outcome = new Outcome();
    keys.compute(
        key,
        (unused, known) -> {
          Askers<N> askers = known == null ? new Askers<>() : known;
          if (askers.isHeldBy(node, number)) {
            // The grant was lost, or is under way.
            outcome.grant(askers);
          } else {
            askers.release(node);
            askers.waiting.put(node, new Asker<>(node, number, now));
            outcome.grantNext(askers, now);
            outcome.isQueued = askers.waiting.containsKey(node);
          }
          return askers;
        });
    outcome.send(key);
    if (outcome.isQueued) {
      nodes.queue(node, key, number);
    }
  }

  /** A node gives its slot back, or does not ask for one any longer. */
  public void giveBack(N node, K key, long number, long now) {
    grantNext(
        key,
        now,
        askers -> {
          askers.waiting.computeIfPresent(node, (unused, it) -> it.number == number ? null : it);
          if (askers.isHeldBy(node, number)) {
            askers.release(node);
          }
        });
  }

  /** Ends the slots that were not given back in time; call it at short intervals. */
  public void expire(long now) {
    keys.keySet().forEach(key -> grantNext(key, now, unused -> {}));
  }

  private void grantNext(K key, long now, Consumer<Askers<N>> change) {
    Outcome outcome = new Outcome();
    keys.computeIfPresent(
        key,
        (unused, askers) -> {
          change.accept(askers);
          outcome.grantNext(askers, now);
          return askers.isEmpty() ? null : askers;
        });
    outcome.send(key);
  }

  /** The keys that nodes ask for. */
  int keys() {
    return keys.size();
  }
}
