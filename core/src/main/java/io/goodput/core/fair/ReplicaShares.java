package io.goodput.core.fair;

import io.goodput.core.time.Nanos;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;

/**
 * Shares what this node, as a coordinator, may have in flight to each replica that has told that it
 * is overloaded, and refuses nothing otherwise.
 *
 * <p>Only the replica knows how much it can carry. Its room for this node starts at what is in
 * flight from here. Then it follows what the replica tells: it shrinks for each interval in which
 * requests waited there, and grows for each other one. All coordinators do the same, so that each
 * of them keeps its part. The overload of a node that is silent is taken to be over.
 *
 * <p>Memory is bounded: {@value #MOST_REPLICAS} replicas at a time are looked at, and none costs
 * memory before the first overload. Thread-safe, except that one thread calls {@link #tick}.
 * Requests take no lock.
 *
 * @param <N> a node of the cluster, by its address or the like
 */
public final class ReplicaShares<N> {

  static final int MOST_REPLICAS = 8;

  /** The overload of a node that is silent for so long is over. */
  static final long SILENCE_NANOS = 3 * Nanos.PER_SECOND;

  private final ConcurrentMap<N, Told> told = new ConcurrentHashMap<>();
  private final int leastRoom;

  /** By number; grows when more replicas are overloaded than ever before. */
  private volatile Replica[] replicas = {};

  /** By node, the number of its replica. */
  private volatile Map<N, Integer> numbers = Map.of();

  private volatile int coordinators = 1;

  private record Told(Stress stress, long at) {}

  /**
   * Shares that refuse nothing yet.
   *
   * @param leastRoom requests that all nodes together may always have in flight to a replica
   */
  ReplicaShares(int leastRoom) {
    this.leastRoom = leastRoom;
  }

  /**
   * Says how many nodes coordinate requests to a replica, the replica not among them. Each of them
   * has its part of the least room, but at least one request.
   */
  public void setCoordinators(int number) {
    coordinators = Math.max(1, number);
  }

  /** Hears how an overload of another node has gone so far. */
  public void hear(N node, Stress stress, long now) {
    if (stress.isNone()) {
      told.remove(node);
    } else {
      told.put(node, new Told(stress, now));
    }
  }

  /** Whether it matters to which replicas a request goes. */
  public boolean areLimited() {
    return !numbers.isEmpty();
  }

  /** The nodes that are overloaded. */
  public Set<N> nodes() {
    return numbers.keySet();
  }

  /** The bit of a node that is overloaded; zero for another one. */
  public int bitOf(N node) {
    Integer number = numbers.get(node);
    return number == null ? 0 : 1 << number;
  }

  /**
   * Lets a request in, or refuses it. If one of its replicas has no share left, none counts it.
   *
   * @param bits of its replicas; at least one
   * @return what {@link FairShares#enter} returns, the same for all replicas
   */
  int enter(int bits, int tenant, int weight, int ofClass, double random) {
    int first = Integer.lowestOneBit(bits);
    int ticket = of(first).enter(tenant, weight, ofClass, random);
    int rest = bits ^ first;
    if (ticket < 0 || rest == 0) {
      return ticket;
    }
    int others = enter(rest, tenant, weight, ofClass, random);
    if (others < 0) {
      of(first).leave(ticket);
    }
    return others;
  }

  /** Ends a request that was let in. */
  void leave(int bits, int ticket) {
    for (int rest = bits; rest != 0; rest &= rest - 1) {
      of(Integer.lowestOneBit(rest)).leave(ticket);
    }
  }

  /** Ends a request that was let in, and counts its work. */
  void leave(int bits, int ticket, long nanos) {
    for (int rest = bits; rest != 0; rest &= rest - 1) {
      of(Integer.lowestOneBit(rest)).leave(ticket, nanos);
    }
  }

  /** Ends a request that was let in, and whose processor time is not known. */
  void leaveWithWaits(int bits, int ticket, long nanos) {
    for (int rest = bits; rest != 0; rest &= rest - 1) {
      of(Integer.lowestOneBit(rest)).leaveWithWaits(ticket, nanos);
    }
  }

  /** Takes back that a request was let in. */
  void withdraw(int bits, int ticket) {
    for (int rest = bits; rest != 0; rest &= rest - 1) {
      of(Integer.lowestOneBit(rest)).withdraw(ticket);
    }
  }

  /** Requests in flight to replicas; one to several of them counts for each. */
  public int inFlight(int bits) {
    int sum = 0;
    for (int rest = bits; rest != 0; rest &= rest - 1) {
      sum += of(Integer.lowestOneBit(rest)).inFlight();
    }
    return sum;
  }

  /** The replica that has the least for a tenant or a class, as a function tells. */
  Held least(int bits, Function<FairShares, Held> held) {
    int first = Integer.lowestOneBit(bits);
    Held own = held.apply(of(first));
    if (bits == first) {
      return own;
    }
    Held others = least(bits ^ first, held);
    return own.share() < others.share() ? own : others;
  }

  private FairShares of(int bit) {
    return replicas[Integer.numberOfTrailingZeros(bit)].shares();
  }

  /** Ends an interval, and shares the rooms anew. */
  void tick(long now) {
    told.values().removeIf(it -> now - it.at > SILENCE_NANOS);
    if (told.isEmpty() && numbers.isEmpty()) {
      return;
    }
    Map<N, Told> latest = Map.copyOf(told);
    Map<N, Integer> next = new HashMap<>();
    double least = Math.max(1, (double) leastRoom / coordinators);
    numbers.forEach(
        (node, number) -> {
          Told last = latest.get(node);
          if (last == null) {
            replicas[number].end();
          } else {
            replicas[number].follow(last.stress, least);
            next.put(node, number);
          }
        });
    latest.forEach((node, first) -> begin(node, first.stress, next));
    numbers = Map.copyOf(next);
  }

  private void begin(N node, Stress stress, Map<N, Integer> next) {
    for (int i = 0; i < MOST_REPLICAS && !next.containsKey(node); i++) {
      if (!next.containsValue(i)) {
        next.put(node, i);
        replica(i).begin(stress);
      }
    }
  }

  /** The replica of a number: the lowest free one, so at most one more than there are. */
  private Replica replica(int number) {
    if (number == replicas.length) {
      Replica[] grown = Arrays.copyOf(replicas, number + 1);
      grown[number] = new Replica();
      replicas = grown;
    }
    return replicas[number];
  }
}
