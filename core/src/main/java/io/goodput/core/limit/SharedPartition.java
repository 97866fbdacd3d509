package io.goodput.core.limit;

import io.goodput.core.time.Nanos;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * One busy partition whose limit several nodes share: the demand on each of them, and this node's
 * part of the limit.
 *
 * <p>The same fraction of the demand is admitted on every node: with demands d_i and their sum D,
 * node i admits L d_i / D, so that together they admit L; a request on which several replicas
 * decide together is admitted with probability L / D. While D is below L, a node may admit
 * everything that the others leave.
 *
 * <p>Any thread may count requests, without locks, and report demand; one thread calls {@link
 * #tick}.
 */
final class SharedPartition {

  /** Ticks over which a demand is measured. */
  static final int TICKS_MEASURED = 20;

  /** Ticks after which a report no longer counts. */
  static final int TICKS_REMEMBERED = 10;

  /** The fraction of the limit that a node always has, so that it can admit its first requests. */
  private static final double LEAST_SHARE = 1.0 / 64;

  private static final int MAX_REPORTERS = 256;

  /**
   * Slack of the pace at which a replica admits what several replicas decide on together: the
   * common random number does the work, and the pace only catches demand that is not reported yet.
   */
  private static final double JOINT_SLACK = 1.25;

  /**
   * How far the demand may exceed the limit before replicas reject jointly: a load just below the
   * limit exceeds it by chance in some seconds, and no allowance evens that out.
   */
  private static final double JOINT_TOLERANCE = 1.1;

  /**
   * Divides the burst of a joint pace, which is long enough to even out chance and short enough to
   * catch a sudden increase.
   */
  private static final int JOINT_BURST_DIVISOR = 2;

  /** A joint pace has a constant probability, whatever the count. */
  private static final long ANY_COUNT = 0;

  private final long key;
  private final Map<Object, Report> reports = new HashMap<>();
  private final Demand coordinated;
  private final Demand joint;
  private final long[] jointAllowance = {Allowance.UNUSED};
  private int ticks;
  private volatile Limit limit;
  private volatile Pace pace;
  private volatile Pace jointPace;

  /** A partition that is shared from now on. */
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

  /** Follows the limit that a request finds; it changes when the table is altered. */
  @SuppressWarnings("ReferenceEquality") // one object until the table is altered
  private void follow(Limit current) {
    if (limit != current) {
      limit = current;
    }
  }

  /** The demand on this node and on those that have reported, as of the last tick. */
  synchronized PartitionDemand demand() {
    Map<Object, Double> reported = new HashMap<>();
    reports.forEach((node, report) -> reported.put(node, report.perSecond));
    double own = coordinated.perSecond;
    return new PartitionDemand(key, limit.isWorthSharing(own) ? own : 0, reported);
  }

  /**
   * Counts an operation that this node coordinates.
   *
   * @return the pace at which this node admits such operations
   */
  Pace coordinate(Limit current) {
    follow(current);
    coordinated.count();
    return pace;
  }

  /**
   * Counts an operation on which several replicas decide together, and decides for this replica.
   * Replicas mostly agree, because they compare the same random number with nearly the same
   * probability.
   */
  boolean admitJointly(Limit currentLimit, long now, double random) {
    follow(currentLimit);
    joint.count();
    return Allowance.pay(jointAllowance, 0, now, jointPace, ANY_COUNT, random);
  }

  synchronized boolean isWorthSharing() {
    return !reports.isEmpty() || limit.isWorthSharing(coordinated.perSecond);
  }

  /**
   * Takes another node's demand.
   *
   * @param perSecond operations per second that the node coordinates
   * @param others operations per second that all nodes but this one coordinate; 0 if this node is a
   *     replica
   */
  synchronized void report(Object node, double perSecond, double others) {
    if (reports.size() < MAX_REPORTERS || reports.containsKey(node)) {
      reports.put(node, new Report(perSecond, others, ticks));
    }
  }

  /**
   * Measures the demand on this node, and updates its part of the limit.
   *
   * @param now monotonic nanoseconds
   * @return whether there is still demand for the partition
   */
  synchronized boolean tick(long now) {
    coordinated.measure(ticks, now, limit.perSecond());
    joint.measure(ticks, now, limit.perSecond());
    ticks++;
    reports.values().removeIf(report -> ticks - report.tick > TICKS_REMEMBERED);
    double own = coordinated.perSecond;
    // A replica hears of each coordinator; any other node learns the sum from the replicas.
    double others =
        Math.max(
            reports.values().stream().mapToDouble(Report::perSecond).sum(),
            reports.values().stream().mapToDouble(Report::others).max().orElse(0));
    // Coordinators report the demand for joint decisions, a moment after the replicas see it.
    double demand = own + Math.max(others, joint.perSecond);
    double perSecond = limit.alone().perSecond();
    double probability = Math.min(1, perSecond / demand);
    double left = perSecond - demand;
    double least = perSecond * LEAST_SHARE;
    boolean alone = own == demand && ticks > TICKS_MEASURED;
    pace =
        Pace.withProbability(
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
    return Pace.withProbability(JOINT_SLACK * perSecond, probability, nodes).withoutFree();
  }

  private record Report(double perSecond, double others, int tick) {}

  /** Operations per second over the last {@value #TICKS_MEASURED} ticks. */
  private static final class Demand {

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

    /**
     * In its first second, a demand is extrapolated only once it has reached the limit: fewer
     * operations at once are a burst that the limit allows.
     */
    void measure(int tick, long now, long limit) {
      int slot = tick % TICKS_MEASURED;
      long totalNow = (long) TOTAL.getOpaque(this);
      long counted = totalNow - totals[slot];
      double seconds = Nanos.toSeconds(Math.max(1, now - moments[slot]));
      perSecond = counted / (counted > limit ? seconds : Math.max(1, seconds));
      totals[slot] = totalNow;
      moments[slot] = now;
    }
  }
}
