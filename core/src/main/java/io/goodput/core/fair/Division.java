package io.goodput.core.fair;

/**
 * How a room is divided among competitors. Belongs to one thread.
 *
 * <p>Those who want no more than their fair part of what is in flight are not held back. All others
 * get their shares of the room, which may be smaller.
 *
 * <p>Source: the probability to keep a request, share by demand, is that of Pan, Breslau,
 * Prabhakar, and Shenker, "Approximate Fairness through Differential Dropping", 2003.
 */
final class Division {

  /**
   * Bounds of shares are higher by this many standard deviations of a random number of requests.
   */
  private static final double DEVIATIONS = 2;

  /** The same for averages, which {@link Competitors} keeps. */
  private static final double NOISE = DEVIATIONS * Competitors.NOISE;

  /**
   * Competitors that want no more are not held back. After a pause, many requests of many
   * partitions are in flight for a moment, and chance brings some of one partition together.
   */
  private static final double FEW = 3;

  private final double shareLevel;
  private final double partLevel;

  /**
   * Divides a room.
   *
   * @param demands what each competitor wants to have in flight, and what it takes to refuse it
   * @param weights of the competitors
   * @param count how many of them to look at
   * @param inFlight what all of them have in flight
   * @param refused what it takes to refuse requests of all of them
   */
  Division(
      double[] demands, int[] weights, int count, double inFlight, double refused, double room) {
    double wanted = 0;
    for (int i = 0; i < count; i++) {
      wanted += demands[i];
    }
    this.shareLevel = MaxMin.level(demands, weights, count, room + refused);
    // Before anything is refused, all that is wanted is in flight.
    boolean isRefused = wanted - refused > inFlight * 1.01;
    this.partLevel =
        isRefused
            ? MaxMin.level(demands, weights, count, Math.max(room, inFlight) + refused)
            : shareLevel;
  }

  /** The share of the room, in requests in flight. */
  double share(int weight) {
    return shareLevel * weight;
  }

  /**
   * What a competitor asks for.
   *
   * @param demand what it wants to have in flight
   * @param refusals what it takes to refuse its requests
   * @param weight positive
   * @param unit what one of its requests in flight counts, positive
   * @param margin by how much its demand may be taken for too much, 1 or more
   */
  record Claim(double demand, double refusals, int weight, double unit, double margin) {

    /** A competitor like all others. */
    static Claim equal(double demand) {
      return new Claim(demand, 0, 1, 1, 1);
    }
  }

  /** Holds a competitor back if it wants more than its part. */
  void bound(int number, Claim claim, Bounds bounds) {
    double part = claim.margin * inFlight(partLevel, claim);
    double wanted = claim.demand / claim.unit;
    if (wanted > Math.max(FEW, part + NOISE * Math.sqrt(part))) {
      double share = inFlight(shareLevel, claim);
      double most = share + DEVIATIONS * Math.sqrt(share);
      bounds.hold(number, atLeastOne(share), atLeastOne(most), Math.min(1, share / wanted));
    }
  }

  /** The requests in flight that a level leaves to a competitor, after its refusals are paid. */
  private static double inFlight(double level, Claim claim) {
    return Math.max(0, level * claim.weight - claim.refusals) / claim.unit;
  }

  private static int atLeastOne(double requests) {
    return (int) Math.max(1, Math.round(requests));
  }
}
