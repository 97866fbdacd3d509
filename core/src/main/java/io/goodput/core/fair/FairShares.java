package io.goodput.core.fair;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * Counts requests in flight by tenant and by class, and refuses those of tenants and classes above
 * their shares while the room is full.
 *
 * <p>The room is shared max-min fairly by weight among tenants, and the share of a tenant equally
 * among its classes. Those who want no more than their part of what is in flight are not held back,
 * so that short bursts pass. All others have their share in flight, and two standard deviations of
 * a random number more. While the room is full, requests of them are refused at random, too: in
 * proportion to what they want beyond their share. Refusals take processors, too, so a tenant above
 * its share pays for them with it. A share is at least one request. A tenant without a competitor
 * is not held back as a whole, but its classes are.
 *
 * <p>Memory has a fixed size. Tenants are counted by {@linkplain TenantNumbers number}, and classes
 * by hash: two that meet share a share.
 *
 * <p>Thread-safe and lock-free, except that one thread calls {@link #share}. While the room is
 * full, a class never exceeds its bound. Threads that enter at the same moment may exceed the room
 * and the bound of a tenant, each by one.
 */
public final class FairShares {

  /** What {@link #enter} returns for a request of a tenant above its share. */
  public static final int TENANT_REFUSED = -1;

  /** What {@link #enter} returns for a request of a class above its share. */
  public static final int CLASS_REFUSED = -2;

  /** What {@link #enterUncounted} returns. */
  static final int UNCOUNTED = Integer.MAX_VALUE;

  static final int TENANTS = 1 << 10;
  static final int CLASSES = 1 << 12;

  private static final int CLASS_BITS = 12;

  /** How many of the low bits of a ticket say anything, unless no tenant and class was counted. */
  static final int TICKET_BITS = 22;

  /** The part of the room that a tenant without a competitor gets, but for rounding. */
  private static final double ALL = 1 - 1e-9;

  /** What tenants use is known to within this factor, if they are compared by their work. */
  private static final double WORK_MARGIN = 2;

  /** The most that a request counts, as a multiple of the average; the least is its inverse. */
  private static final double MOST_COST = 32;

  private static final int[] EQUAL = equalWeights();

  private final AtomicInteger total = new AtomicInteger();
  private final Competitors tenants = new Competitors(TENANTS);
  private final Competitors classes = new Competitors(CLASSES);
  private final Work work = new Work(TENANTS);
  private final AtomicIntegerArray weights = new AtomicIntegerArray(TENANTS);

  /** The tenant that entered a class last. */
  private final AtomicIntegerArray owners = new AtomicIntegerArray(CLASSES);

  /** Room for the demands of a division. */
  private final double[] demands = new double[CLASSES];

  /** By tenant, what one of its requests in flight counts; 1 on average. */
  private final double[] costs = new double[TENANTS];

  /** How many requests in flight a processor counts. */
  private double processor;

  private volatile Limits limits = Limits.NONE;

  /** What is refused at a time. */
  private record Limits(int room, Bounds ofTenants, Bounds ofClasses) {
    static final Limits NONE =
        new Limits(Integer.MAX_VALUE, new Bounds(TENANTS), new Bounds(CLASSES));
  }

  /** Whether requests may be refused, so that they have to be counted by tenant and class. */
  public boolean areLimited() {
    return limits.room < Integer.MAX_VALUE;
  }

  /** Lets a request in without counting it by tenant and class, and returns a ticket. */
  public int enterUncounted() {
    total.getAndIncrement();
    return UNCOUNTED;
  }

  /**
   * Lets a request in, or refuses it.
   *
   * @param tenant its number
   * @param weight of the tenant, positive
   * @param ofClass a hash of the class and its tenant; its low bits are well mixed
   * @param random from 0 to below 1, another one for each request
   * @return a ticket to {@link #leave} with, not negative; {@link #TENANT_REFUSED} or {@link
   *     #CLASS_REFUSED} if the request is refused
   */
  public int enter(int tenant, int weight, int ofClass, double random) {
    int t = tenant & (TENANTS - 1);
    int c = ofClass & (CLASSES - 1);
    Limits now = limits;
    boolean isFull = total.get() >= now.room;
    if (tenants.inFlight(t) >= now.ofTenants.most(t)
        || (isFull && !now.ofTenants.keep(t, random))) {
      tenants.refuse(t);
      return TENANT_REFUSED;
    }
    if (isFull && !now.ofClasses.keep(c, random)) {
      classes.refuse(c);
      return CLASS_REFUSED;
    }
    if (!classes.enterBelow(c, now.ofClasses.most(c))) {
      return CLASS_REFUSED;
    }
    tenants.enter(t);
    total.getAndIncrement();
    if (weights.getPlain(t) != weight) {
      weights.setPlain(t, weight);
    }
    if (owners.getPlain(c) != t) {
      owners.setPlain(c, t);
    }
    return t << CLASS_BITS | c;
  }

  /** Ends a request that was let in. */
  public void leave(int ticket) {
    total.getAndDecrement();
    if (ticket != UNCOUNTED) {
      tenants.leave(ticket >> CLASS_BITS);
      classes.leave(ticket & (CLASSES - 1));
    }
  }

  /**
   * Ends a request that was counted, and counts its work.
   *
   * @param nanos its processor time
   */
  void leave(int ticket, long nanos) {
    leave(ticket);
    work.end(ticket >> CLASS_BITS, nanos);
  }

  /**
   * Ends a request that was counted, and whose processor time is not known.
   *
   * @param nanos its time in the server
   */
  void leaveWithWaits(int ticket, long nanos) {
    leave(ticket);
    work.endWithWaits(ticket >> CLASS_BITS, nanos);
  }

  /** Takes back that a request was let in, as if it had not come. */
  void withdraw(int ticket) {
    total.getAndDecrement();
    if (ticket != UNCOUNTED) {
      tenants.withdraw(ticket >> CLASS_BITS);
      classes.withdraw(ticket & (CLASSES - 1));
    }
  }

  /** What a tenant has, by its number. */
  Held tenant(int tenant) {
    int t = tenant & (TENANTS - 1);
    return new Held(tenants.inFlight(t), limits.ofTenants.share(t));
  }

  /** What a class has, by its hash. */
  Held ofClass(int ofClass) {
    int c = ofClass & (CLASSES - 1);
    return new Held(classes.inFlight(c), limits.ofClasses.share(c));
  }

  /** Requests in flight. */
  public int inFlight() {
    return total.get();
  }

  /** Shares the room anew by what is in flight. */
  public void share(double room) {
    share(room, false);
  }

  /**
   * Shares the room anew.
   *
   * @param room {@link Room#UNLIMITED} if there is enough for all
   * @param byWork whether tenants are compared by their work, instead of by what they have in
   *     flight
   */
  public void share(double room, boolean byWork) {
    if (room == Room.UNLIMITED) {
      limits = Limits.NONE;
      return;
    }
    tenants.average();
    classes.average();
    work.average();
    findCosts(byWork);
    Division amongTenants = amongTenants(room);
    Bounds ofTenants = new Bounds(TENANTS);
    Division[] amongClasses = new Division[TENANTS];
    for (int t = 0; t < TENANTS; t++) {
      double share = (amongTenants.share(weightOf(t)) - refusals(t)) / costs[t];
      if (share < ALL * room) {
        amongTenants.bound(t, claimOf(t, byWork), ofTenants);
      }
      amongClasses[t] = amongClassesOf(t, Math.min(room, share));
    }
    Bounds ofClasses = new Bounds(CLASSES);
    for (int c = 0; c < CLASSES; c++) {
      amongClasses[owners.getPlain(c)].bound(c, Division.Claim.equal(classes.demand(c)), ofClasses);
    }
    limits = new Limits((int) Math.max(1, Math.round(room)), ofTenants, ofClasses);
  }

  private Division.Claim claimOf(int tenant, boolean byWork) {
    return new Division.Claim(
        tenants.demand(tenant) * costs[tenant],
        refusals(tenant),
        weightOf(tenant),
        costs[tenant],
        byWork ? WORK_MARGIN : 1);
  }

  /** What it takes to refuse the requests of a tenant. */
  private double refusals(int tenant) {
    return tenants.refusals(tenant) * processor;
  }

  /** Finds what a request of each tenant counts: its work, as a multiple of the average. */
  private void findCosts(boolean byWork) {
    double processors = 0;
    double inFlight = 0;
    for (int t = 0; byWork && t < TENANTS; t++) {
      if (isWorkKnown(t)) {
        processors += work.processors(t);
        inFlight += tenants.average(t);
      }
    }
    processor = processors == 0 ? 1 : inFlight / processors;
    for (int t = 0; t < TENANTS; t++) {
      double cost =
          byWork && isWorkKnown(t) ? work.processors(t) / tenants.average(t) * processor : 1;
      costs[t] = Math.max(1 / MOST_COST, Math.min(MOST_COST, cost));
    }
  }

  private boolean isWorkKnown(int tenant) {
    return work.processors(tenant) > 0 && tenants.average(tenant) > 0;
  }

  private Division amongTenants(double room) {
    int[] ofWeights = new int[TENANTS];
    int count = 0;
    double inFlight = 0;
    double refused = 0;
    for (int t = 0; t < TENANTS; t++) {
      if (tenants.demand(t) > 0) {
        demands[count] = tenants.demand(t) * costs[t] + refusals(t);
        ofWeights[count++] = weightOf(t);
        inFlight += tenants.average(t) * costs[t];
        refused += refusals(t);
      }
    }
    return new Division(demands, ofWeights, count, inFlight, refused, room);
  }

  private Division amongClassesOf(int tenant, double room) {
    int count = 0;
    for (int c = 0; tenants.demand(tenant) > 0 && c < CLASSES; c++) {
      if (classes.demand(c) > 0 && owners.getPlain(c) == tenant) {
        demands[count++] = classes.demand(c);
      }
    }
    return new Division(demands, EQUAL, count, tenants.average(tenant), 0, room);
  }

  private int weightOf(int tenant) {
    return Math.max(1, weights.getPlain(tenant));
  }

  private static int[] equalWeights() {
    int[] equal = new int[CLASSES];
    Arrays.fill(equal, 1);
    return equal;
  }
}
