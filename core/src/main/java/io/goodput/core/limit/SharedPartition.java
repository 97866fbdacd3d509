package io.goodput.core.limit;

import io.goodput.core.time.Nanos;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * One busy partition whose limit several nodes share: the demand on each of them, and this node's
 * part of the limit.
 *
 * <p>The same fraction of the demand is admitted on every node: with demands d_i and their sum D,
 * node i admits L d_i / D, so that together they admit L; a request on which several replicas
 * decide together is admitted with probability L / D. While D is below L, a node may admit
 * everything that the others leave.
 *
 * <p>Any thread may count requests, without locks, and read the load; one thread calls all else.
 */
final class SharedPartition {

  /** Ticks over which a node measures its own demand. */
  static final int TICKS_MEASURED = PartitionLimits.TICKS_PER_SECOND;

  /**
   * A demand that has nearly ended within these ticks is measured over them, so that all nodes know
   * of its end before a second has passed.
   */
  private static final int TICKS_OF_END = TICKS_MEASURED * 3 / 4;

  /** A demand has nearly ended if less than this part of its operations is that recent. */
  private static final int END_DIVISOR = 4;

  /** With fewer operations, chance may look like an end. */
  private static final int LEAST_OF_ENDED = 16;

  /**
   * Divides the limit: a node always has this part of it, so that it can admit its first requests.
   */
  private static final int LEAST_SHARE_DIVISOR = 64;

  /** Divides the limit in a large cluster: all nodes together always have this part of it. */
  private static final int LEAST_SHARES_DIVISOR = 16;

  /** A node with a smaller share of the limit admits by probability, in operations per second. */
  private static final double FEW_PER_SECOND = 1;

  /** Where reads wait in a group, a node asks for at least this many reads per second. */
  private static final double GROUP_PER_SECOND = 1;

  /** Divides the limit: what all nodes together ask for their groups is at most this part of it. */
  private static final double GROUPS_DIVISOR = 2;

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

  private static final VarHandle PART;

  static {
    try {
      PART = MethodHandles.lookup().findVarHandle(SharedPartition.class, "part", Part.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final long key;
  private final Demand coordinated;
  private final Demand joint;
  private final long[] jointAllowance = {Allowance.UNUSED};
  private long ticks;
  private long groupUntil;

  /** What this node asks for a group that waits, in operations per second; 0 if none waits. */
  private double claim;

  private double sumHeard;
  private double mostHeard;
  private double others;
  private volatile double load;
  private volatile boolean left;
  private volatile Part part;

  /** Whether an operation for a group was refused since the last tick. */
  private volatile boolean isGroupRefused;

  /**
   * A partition that is shared from now on.
   *
   * @param load the demand that is known, as a multiple of the limit
   */
  SharedPartition(long key, Limit limit, long now, double load) {
    this.key = key;
    int reportedTicks = ReportSchedule.intervalOf(limit.clusterNodes());
    this.coordinated = new Demand(now, Math.max(TICKS_MEASURED, reportedTicks));
    this.joint = new Demand(now, TICKS_MEASURED);
    this.load = load;
    this.part = Part.first(limit);
  }

  long key() {
    return key;
  }

  /**
   * This node's part of the limit that a request finds. The first request after the table is
   * altered starts with the new limit. If only the number of nodes has changed, the part stays as
   * it is until the next tick.
   */
  @SuppressWarnings("ReferenceEquality") // one object until one of its numbers changes
  private Part partOf(Limit current) {
    Part known = part;
    if (known.limit != current) {
      known = known.of(current);
      part = known;
    }
    return known;
  }

  /** Records that the partition has lost its place. */
  void leave() {
    left = true;
  }

  /** Whether the partition has lost its place, so that it knows of no demand any more. */
  boolean hasLeft() {
    return left;
  }

  /** The demand on all nodes as of the last tick, as a multiple of the limit. */
  double load() {
    return load;
  }

  /** Operations per second that other nodes coordinate, as of the last tick. */
  double others() {
    return others;
  }

  /**
   * This node's demand, in operations per second; 0 if it is not worth reporting. In a large
   * cluster, in which nodes report less often than once a second, it is measured for as long as a
   * report counts, so that each operation is reported about once.
   */
  double reportedDemand() {
    double perSecond = Math.max(claim, coordinated.perSecondReported);
    return part.limit.isWorthSharing(perSecond) ? perSecond : 0;
  }

  /** This node's demand, with that of some others. */
  PartitionDemand demand(double ofOthers) {
    return new PartitionDemand(key, part.limit, reportedDemand(), ofOthers);
  }

  /**
   * Counts an operation that this node coordinates.
   *
   * @return the pace at which this node admits such operations
   */
  Pace coordinate(Limit current) {
    coordinated.count();
    return partOf(current).pace;
  }

  /** As {@link #coordinate}, for an operation for which a group waits until it is admitted. */
  Pace coordinateInTurn(Limit current) {
    coordinated.count();
    return partOf(current).paceInTurn;
  }

  /** Records that the group of an operation waits on. */
  void refuseGroup() {
    if (!isGroupRefused) {
      isGroupRefused = true;
    }
  }

  /**
   * Counts an operation on which several replicas decide together, and decides for this replica.
   * Replicas mostly agree, because they compare the same random number with nearly the same
   * probability.
   */
  boolean admitJointly(Limit currentLimit, long now, double random) {
    joint.count();
    Pace pace = partOf(currentLimit).jointPace;
    return Allowance.pay(jointAllowance, 0, now, pace, ANY_COUNT, random);
  }

  /**
   * Takes a demand from a report of another node, at each tick while the report counts.
   *
   * @param perSecond operations per second that the other node coordinates
   * @param ofOthers operations per second that all nodes but that and this one coordinate; 0 if
   *     this node is a replica
   */
  void hear(double perSecond, double ofOthers) {
    sumHeard += perSecond;
    mostHeard = Math.max(mostHeard, perSecond + ofOthers);
  }

  /**
   * Measures the demand on this node, and updates its part of the limit.
   *
   * @param now monotonic nanoseconds
   * @return whether there is still demand for the partition
   */
  boolean tick(long now) {
    Part before = part;
    Limit limit = before.limit;
    coordinated.measure(ticks, now, limit.perSecond());
    joint.measure(ticks, now, limit.perSecond());
    ticks++;
    // A replica hears of each coordinator; any other node learns the sum from the replicas.
    others = Math.max(sumHeard, mostHeard);
    sumHeard = 0;
    mostHeard = 0;
    claim = claim(limit);
    double own = Math.max(claim, coordinated.perSecond);
    // Coordinators report the demand for joint decisions, a moment after the replicas see it.
    double demand = own + Math.max(others, joint.perSecond);
    load = limit.load(demand);
    double perSecond = limit.alone().perSecond();
    double probability = Math.min(1, perSecond / demand);
    double left = perSecond - demand;
    double least =
        perSecond / Math.max(LEAST_SHARE_DIVISOR, LEAST_SHARES_DIVISOR * limit.clusterNodes());
    double share = Math.max(least, own * probability);
    Pace pace;
    Pace paceInTurn;
    if (demand > perSecond && own < demand && own * probability < FEW_PER_SECOND) {
      // Operations so far apart say little about the rate: the probability alone decides.
      pace =
          Pace.withProbability(Math.max(least, (own + 1) * probability), probability, limit.nodes())
              .withoutFree();
      paceInTurn = Pace.withProbability(share, probability, limit.nodes());
    } else {
      boolean alone = own == demand && ticks > TICKS_MEASURED;
      pace =
          Pace.withProbability(Math.max(share, own + left), probability, alone ? 1 : limit.nodes());
      paceInTurn = pace;
    }
    double jointProbability = demand <= perSecond * JOINT_TOLERANCE ? 1 : probability;
    Pace jointPace =
        paceTogether(
            Math.max(least, Math.max(joint.perSecond * jointProbability, joint.perSecond + left)),
            jointProbability,
            JOINT_BURST_DIVISOR);
    // If a request has found a new limit meanwhile, the next tick follows it.
    PART.compareAndSet(this, before, new Part(limit, pace, paceInTurn, jointPace));
    return demand > 0 || coordinated.perSecondReported > 0 || ticks < TICKS_MEASURED;
  }

  /**
   * The demand with which this node gets {@value #GROUP_PER_SECOND} operation per second for a
   * group that waits, while the other nodes have theirs. A group tries no more often than the limit
   * allows, so its attempts alone would get hardly anything during a flood.
   */
  private double claim(Limit limit) {
    if (isGroupRefused) {
      isGroupRefused = false;
      groupUntil = ticks + TICKS_MEASURED;
    }
    if (ticks >= groupUntil) {
      return 0;
    }
    double perSecond = limit.alone().perSecond();
    double wanted = Math.min(GROUP_PER_SECOND, perSecond / GROUPS_DIVISOR / limit.clusterNodes());
    return others * wanted / (perSecond - wanted);
  }

  private static Pace paceTogether(double perSecond, double probability, int nodes) {
    return Pace.withProbability(JOINT_SLACK * perSecond, probability, nodes).withoutFree();
  }

  /** This node's part of a limit: alone, for groups, and where several replicas decide. */
  private record Part(Limit limit, Pace pace, Pace paceInTurn, Pace jointPace) {

    /** The part of a limit that has replaced this one. */
    Part of(Limit current) {
      return limit.perSecond() == current.perSecond()
          ? new Part(current, pace, paceInTurn, jointPace)
          : first(current);
    }

    /** The part of a node that does not know any demand yet. */
    static Part first(Limit limit) {
      Pace alone = limit.alone();
      return new Part(
          limit, alone, alone, paceTogether(alone.perSecond() / limit.nodes(), 1, limit.nodes()));
    }
  }

  /** Operations per second, over the last {@value #TICKS_MEASURED} ticks and over more. */
  private static final class Demand {

    private static final VarHandle TOTAL;

    static {
      try {
        TOTAL = MethodHandles.lookup().findVarHandle(Demand.class, "total", long.class);
      } catch (ReflectiveOperationException e) {
        throw new ExceptionInInitializerError(e);
      }
    }

    private final long[] totals;
    private final long[] moments;
    private volatile double perSecond;
    private volatile double perSecondReported;

    @SuppressWarnings("unused") // through TOTAL
    private volatile long total;

    /** Remembers this many ticks, {@value #TICKS_MEASURED} or more. */
    Demand(long now, int ticks) {
      totals = new long[ticks];
      moments = new long[ticks];
      Arrays.fill(moments, now);
    }

    void count() {
      TOTAL.getAndAdd(this, 1L);
    }

    void measure(long tick, long now, long limit) {
      long totalNow = (long) TOTAL.getOpaque(this);
      int ticks = totals.length;
      perSecond = since(tick - TICKS_MEASURED, TICKS_MEASURED, totalNow, now, limit);
      perSecondReported = since(tick, ticks, totalNow, now, limit);
      long recent = totalNow - totals[slotOf(tick - TICKS_OF_END)];
      long all = totalNow - totals[slotOf(tick - TICKS_MEASURED)];
      if (all >= LEAST_OF_ENDED && recent < all / END_DIVISOR) {
        perSecond = since(tick - TICKS_OF_END, TICKS_OF_END, totalNow, now, limit);
        perSecondReported = ticks == TICKS_MEASURED ? perSecond : perSecondReported;
      }
      totals[(int) (tick % ticks)] = totalNow;
      moments[(int) (tick % ticks)] = now;
    }

    private int slotOf(long tick) {
      return (int) Math.floorMod(tick, (long) totals.length);
    }

    /**
     * As long as fewer ticks than these have passed, a demand is extrapolated only once it has
     * reached the limit: fewer operations at once are a burst that the limit allows.
     */
    private double since(long tick, int measured, long totalNow, long now, long limit) {
      int slot = slotOf(tick);
      long counted = totalNow - totals[slot];
      double seconds = Nanos.toSeconds(Math.max(1, now - moments[slot]));
      double least = (double) measured / PartitionLimits.TICKS_PER_SECOND;
      return counted / (counted > limit ? seconds : Math.max(least, seconds));
    }
  }
}
