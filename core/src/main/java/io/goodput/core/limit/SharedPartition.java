package io.goodput.core.limit;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * One busy partition whose limit several nodes share: what each of them is asked for, and this
 * node's part.
 *
 * <p>Every node gets the same fraction of its demand admitted: with demands d_i and D their sum,
 * node i admits L d_i / D, so that together they admit L; and a request that several replicas
 * decide on together is admitted with probability L / D. While D is below L, a node may admit all
 * that the others leave.
 *
 * <p>Requests count themselves from any thread, without locks; reports arrive on any thread; one
 * thread ticks.
 */
final class SharedPartition {

  /** Ticks over which a demand is measured. */
  static final int TICKS_MEASURED = 20;

  /** Ticks after which a node that reports nothing is taken to be asked for nothing. */
  static final int TICKS_REMEMBERED = 10;

  /** Part of the limit that a node always has, so that its first requests need not wait. */
  private static final double LEAST_SHARE = 1.0 / 64;

  private static final int MAX_REPORTERS = 256;

  /**
   * Slack of the pace at which a replica admits what several replicas decide on: the common random
   * number does the work, and the pace only catches what the demands do not tell yet.
   */
  private static final double JOINT_SLACK = 1.25;

  /**
   * By how much the demand may exceed the limit before replicas refuse: nothing evens out the
   * chance by which a load just below the limit exceeds it for a second.
   */
  private static final double JOINT_TOLERANCE = 1.1;

  /**
   * Of the burst of such a pace: long enough for chance to even out, short enough for a step up.
   */
  private static final int JOINT_BURST_DIVISOR = 2;

  private static final VarHandle JOINTLY_PAID_UNTIL;

  static {
    try {
      JOINTLY_PAID_UNTIL =
          MethodHandles.lookup()
              .findVarHandle(SharedPartition.class, "jointlyPaidUntil", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final long key;
  private final Map<Object, Report> reports = new HashMap<>();
  private final Demand coordinated;
  private final Demand joint;
  private int ticks;
  private volatile Limit limit;
  private volatile Pace pace;
  private volatile Pace jointPace;
  private volatile long jointlyPaidUntil;

  /** A partition that is shared from now on, in monotonic nanoseconds. */
  SharedPartition(long key, Limit limit, long now) {
    this.key = key;
    this.coordinated = new Demand(now);
    this.joint = new Demand(now);
    this.limit = limit;
    this.pace = limit.alone();
    this.jointPace = jointPace(limit.alone().perSecond() / limit.nodes(), 1, limit.nodes());
  }

  long key() {
    return key;
  }

  /** Takes note of the limit that a request finds; it changes when somebody alters the table. */
  @SuppressWarnings("ReferenceEquality") // one object until it is altered
  private void follow(Limit current) {
    if (limit != current) {
      limit = current;
    }
  }

  /** What this node coordinates, at the last tick. */
  synchronized PartitionDemand demand() {
    return new PartitionDemand(key, coordinated.perSecond, reports.keySet());
  }

  /**
   * Counts one more operation that this node coordinates.
   *
   * @return how it admits those
   */
  Pace coordinate(Limit current) {
    follow(current);
    coordinated.count();
    return pace;
  }

  /**
   * Counts an operation that several replicas decide on together, and decides for this one.
   * Replicas mostly agree, since they compare the same random number with much the same
   * probability.
   */
  boolean admitJointly(Limit currentLimit, long now, double random) {
    follow(currentLimit);
    joint.count();
    Pace current = jointPace;
    while (true) {
      long paidUntil = jointlyPaidUntil;
      long used = Allowance.usedNanos(paidUntil, now);
      if (!current.admits(used, random, 1)) {
        return false;
      }
      if (JOINTLY_PAID_UNTIL.compareAndSet(this, paidUntil, now + used + current.costNanos())) {
        return true;
      }
    }
  }

  boolean isWorthSharing() {
    return limit.isWorthSharing(coordinated.perSecond);
  }

  /** Another node's demand. */
  synchronized void report(Object node, double perSecond) {
    if (reports.size() < MAX_REPORTERS || reports.containsKey(node)) {
      reports.put(node, new Report(perSecond, ticks));
    }
  }

  /**
   * Measures this node's demand and works out its part anew.
   *
   * @param now monotonic nanoseconds
   * @return whether the partition is still asked for
   */
  synchronized boolean tick(long now) {
    coordinated.measure(ticks, now);
    joint.measure(ticks, now);
    ticks++;
    reports.values().removeIf(report -> ticks - report.tick > TICKS_REMEMBERED);
    double own = coordinated.perSecond;
    double others = reports.values().stream().mapToDouble(Report::perSecond).sum();
    // What replicas decide on together is reported by its coordinators, a moment after it arrives.
    double demand = own + Math.max(others, joint.perSecond);
    double perSecond = limit.alone().perSecond();
    double probability = Math.min(1, perSecond / demand);
    double left = perSecond - demand;
    double least = perSecond * LEAST_SHARE;
    boolean alone = own == demand && ticks > TICKS_MEASURED;
    pace =
        Pace.of(
            Math.max(least, Math.max(own * probability, own + left)),
            probability,
            alone ? 1 : limit.nodes());
    double jointProbability = demand <= perSecond * JOINT_TOLERANCE ? 1 : probability;
    jointPace =
        jointPace(
            Math.max(least, Math.max(joint.perSecond * jointProbability, joint.perSecond + left)),
            jointProbability,
            JOINT_BURST_DIVISOR);
    return demand > 0 || ticks < TICKS_MEASURED;
  }

  private static Pace jointPace(double perSecond, double probability, int nodes) {
    return Pace.of(JOINT_SLACK * perSecond, probability, nodes).withoutFree();
  }

  private record Report(double perSecond, int tick) {}

  /** Operations a second over the last {@value #TICKS_MEASURED} ticks, or since the first. */
  private static final class Demand {

    private static final double NANOS_PER_SECOND = 1e9;
    private static final VarHandle TOTAL;

    static {
      try {
        TOTAL = MethodHandles.lookup().findVarHandle(Demand.class, "total", long.class);
      } catch (ReflectiveOperationException e) {
        throw new ExceptionInInitializerError(e);
      }
    }

    private final long[] totals = new long[TICKS_MEASURED];
    private final long[] moments = new long[TICKS_MEASURED];
    private volatile double perSecond;

    @SuppressWarnings("unused") // through TOTAL
    private volatile long total;

    Demand(long now) {
      Arrays.fill(moments, now);
    }

    void count() {
      TOTAL.getAndAdd(this, 1L);
    }

    void measure(int tick, long now) {
      int slot = tick % TICKS_MEASURED;
      long totalNow = (long) TOTAL.getOpaque(this);
      double seconds = Math.max(1, now - moments[slot]) / NANOS_PER_SECOND;
      perSecond = (totalNow - totals[slot]) / seconds;
      totals[slot] = totalNow;
      moments[slot] = now;
    }
  }
}
