package io.goodput.core.fair;

/**
 * Shares a node's own room for requests in flight fairly, and, as far as other nodes tell that they
 * are overloaded, the rooms of those replicas. Refuses nothing while no one is overloaded.
 *
 * <p>Thread-safe and lock-free, except that one thread calls {@link #tick}.
 *
 * @param <N> another node, by its address or the like
 */
public final class NodeShares<N> {

  /** What is added to a refusal for the share of a replica. */
  private static final int FOR_REPLICA = -2;

  /** What {@link #enter} returns for a tenant above its share of this node. */
  public static final int TENANT_REFUSED = FairShares.TENANT_REFUSED;

  /** What {@link #enter} returns for a class above its share of this node. */
  public static final int CLASS_REFUSED = FairShares.CLASS_REFUSED;

  /** What {@link #enter} returns for a tenant above its share of a replica. */
  public static final int TENANT_REFUSED_FOR_REPLICA = TENANT_REFUSED + FOR_REPLICA;

  /** What {@link #enter} returns for a class above its share of a replica. */
  public static final int CLASS_REFUSED_FOR_REPLICA = CLASS_REFUSED + FOR_REPLICA;

  private static final int OWN_BITS = (1 << FairShares.TICKET_BITS) - 1;

  private final TenantNumbers numbers = new TenantNumbers();
  private final FairShares shares = new FairShares();
  private final ReplicaShares<N> replicas;
  private final Room room;

  /**
   * Shares that refuse nothing yet.
   *
   * @param leastRoom requests that the node may always have in flight, positive
   */
  public NodeShares(int leastRoom) {
    this.room = new Room(leastRoom);
    this.replicas = new ReplicaShares<>(leastRoom);
  }

  /** The replicas, as far as they are overloaded. */
  public ReplicaShares<N> replicas() {
    return replicas;
  }

  /** Whether requests may be refused, so that they have to be counted by tenant and class. */
  boolean areLimited() {
    return shares.areLimited() || replicas.areLimited();
  }

  /** Lets a request in without counting it by tenant and class, and returns a ticket. */
  int enterUncounted() {
    return shares.enterUncounted();
  }

  /**
   * Lets a request in, or refuses it.
   *
   * @param tenant a well mixed hash
   * @param weight of the tenant, positive
   * @param ofClass a well mixed hash of the class and its tenant
   * @param bits of the overloaded replicas to which the request goes, as {@link
   *     ReplicaShares#bitOf} tells them; zero if there are none
   * @param random from 0 to below 1, another one for each request
   * @return a ticket to {@link #leave} with, not negative, or a refusal
   */
  public int enter(int tenant, int weight, int ofClass, int bits, double random) {
    int number = numbers.of(tenant);
    int own = shares.enter(number, weight, ofClass, random);
    if (own < 0 || bits == 0) {
      return own;
    }
    int ofReplicas = replicas.enter(bits, number, weight, ofClass, random);
    if (ofReplicas < 0) {
      shares.leave(own);
      return ofReplicas + FOR_REPLICA;
    }
    return bits << FairShares.TICKET_BITS | own;
  }

  /**
   * What has been refused a request: the tenant or the class, on this node or on a replica.
   *
   * @param refusal what {@link #enter} has returned
   * @param bits of the replicas, as they were passed to it
   */
  public Held held(int refusal, int tenant, int ofClass, int bits) {
    return switch (refusal) {
      case TENANT_REFUSED -> shares.tenant(numbers.of(tenant));
      case CLASS_REFUSED -> shares.ofClass(ofClass);
      case TENANT_REFUSED_FOR_REPLICA -> replicas.least(bits, it -> it.tenant(numbers.of(tenant)));
      case CLASS_REFUSED_FOR_REPLICA -> replicas.least(bits, it -> it.ofClass(ofClass));
      default -> throw new IllegalArgumentException(refusal + " is no refusal");
    };
  }

  /** Ends a request that was let in. */
  public void leave(int ticket) {
    if (ticket == FairShares.UNCOUNTED) {
      shares.leave(ticket);
      return;
    }
    shares.leave(ticket & OWN_BITS);
    replicas.leave(ticket >> FairShares.TICKET_BITS, ticket & OWN_BITS);
  }

  /**
   * Ends a request that was let in with a look at its tenant and its class.
   *
   * @param nanos its processor time
   */
  public void leave(int ticket, long nanos) {
    shares.leave(ticket & OWN_BITS, nanos);
    replicas.leave(ticket >> FairShares.TICKET_BITS, ticket & OWN_BITS, nanos);
  }

  /**
   * The same if its processor time is not known, because other threads have worked for it.
   *
   * @param nanos its time in the server, waits included
   */
  public void leaveWithWaits(int ticket, long nanos) {
    shares.leaveWithWaits(ticket & OWN_BITS, nanos);
    replicas.leaveWithWaits(ticket >> FairShares.TICKET_BITS, ticket & OWN_BITS, nanos);
  }

  /** Takes back that a request was let in, as if it had not come. */
  public void withdraw(int ticket) {
    if (ticket == FairShares.UNCOUNTED) {
      shares.withdraw(ticket);
      return;
    }
    shares.withdraw(ticket & OWN_BITS);
    replicas.withdraw(ticket >> FairShares.TICKET_BITS, ticket & OWN_BITS);
  }

  /**
   * Ends an interval, and shares the rooms anew.
   *
   * @param waited whether requests waited on this node, all the time
   * @param forThreads whether they waited for threads: then each request in flight counts the same
   * @param paused how long the node stood still, in intervals
   * @param passed how much time has passed, in intervals
   * @param now monotonic nanoseconds
   */
  public void tick(boolean waited, boolean forThreads, double paused, double passed, long now) {
    room.observe(waited, shares.inFlight(), paused, passed);
    shares.share(room.size(), !forThreads);
    replicas.tick(now);
    numbers.tick();
  }

  /** How an overload of this node has gone so far. */
  public Stress stress() {
    return room.stress();
  }

  /** How many requests may be in flight; infinite while there is enough for all. */
  public double room() {
    return room.size();
  }

  /** Requests in flight. */
  public int inFlight() {
    return shares.inFlight();
  }
}
