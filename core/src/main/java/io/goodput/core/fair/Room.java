package io.goodput.core.fair;

/**
 * How many requests a node may have in flight, so that none has to wait long for a thread or a
 * processor. There is no bound until requests have waited in every interval for a while. Then the
 * room shrinks by a fraction in each interval in which they wait, and grows by a fraction in each
 * other one.
 *
 * <p>After a pause of the node, as by garbage collection, requests wait although there is no
 * overload. So a pause excuses waits for a multiple of its length, but not for ever: an overloaded
 * node pauses often.
 *
 * <p>Belongs to one thread.
 *
 * <p>Source: additive increase and multiplicative decrease (Chiu and Jain, "Analysis of the
 * Increase and Decrease Algorithms for Congestion Avoidance", 1989). The increase is a fraction,
 * too, because the room of nodes differs by orders of magnitude.
 */
public final class Room {

  /** There is no bound. */
  public static final double UNLIMITED = Double.POSITIVE_INFINITY;

  /** Intervals of waits, one after the other and not excused, that begin an overload. */
  static final int BEGIN_INTERVALS = 5;

  /** Intervals with waits, one after the other, that begin an overload whatever the pauses. */
  static final int LONG_INTERVALS = 20;

  /** Intervals without waits, one after the other, that end an overload. */
  static final int END_INTERVALS = 30;

  /**
   * For how long a pause excuses waits, as a multiple of the pause. What has arrived meanwhile is
   * served within so long if the node is used to 5/6.
   */
  static final int PAUSE_FACTOR = 5;

  private static final double SHRINK = 0.85;
  private static final double GROW = 1.05;

  private final double least;
  private double size = UNLIMITED;
  private Stress stress = Stress.NONE;
  private double unexcused;
  private double waiting;
  private double calm;

  /**
   * A room without a bound.
   *
   * @param least the smallest bound, positive
   */
  public Room(double least) {
    this.least = least;
  }

  /**
   * Observes what has happened since the last time.
   *
   * @param waited whether requests waited, all the time
   * @param inFlight requests in flight now
   * @param paused how long the node stood still, in intervals
   * @param passed how much time has passed, in intervals
   */
  public void observe(boolean waited, int inFlight, double paused, double passed) {
    double running = Math.max(0, passed - paused);
    // Less than zero as long as waits are excused.
    unexcused =
        (waited ? unexcused + running : Math.min(0, unexcused + running)) - PAUSE_FACTOR * paused;
    waiting = waited ? waiting + running : 0;
    calm = waited ? 0 : calm + passed;
    if (size == UNLIMITED) {
      if (unexcused >= BEGIN_INTERVALS || waiting >= LONG_INTERVALS) {
        size = Math.max(least, inFlight * SHRINK);
        stress = Stress.NONE.after(true, passed);
      }
    } else if (calm >= END_INTERVALS) {
      size = UNLIMITED;
      stress = Stress.NONE;
    } else {
      size = waited ? Math.max(least, shrunk(size, passed)) : grown(size, passed);
      stress = stress.after(waited, passed);
    }
  }

  /** A room after some intervals with waits. */
  static double shrunk(double room, double intervals) {
    return room * Math.pow(SHRINK, intervals);
  }

  /** A room after some intervals without waits. */
  static double grown(double room, double intervals) {
    return Math.max(room + intervals, room * Math.pow(GROW, intervals));
  }

  /** How the overload has gone so far. */
  Stress stress() {
    return stress;
  }

  /** The bound; {@link #UNLIMITED} while there is enough for all. */
  public double size() {
    return size;
  }
}
