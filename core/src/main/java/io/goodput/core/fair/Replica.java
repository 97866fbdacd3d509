package io.goodput.core.fair;

/**
 * What is in flight from this node to one overloaded replica, and its room for that.
 *
 * <p>Only the shares are thread-safe; the rest belongs to one thread.
 */
final class Replica {

  private final FairShares shares = new FairShares();
  private Stress known = Stress.NONE;
  private double room = Room.UNLIMITED;

  FairShares shares() {
    return shares;
  }

  /** Begins to count; the room is not known before the next interval ends. */
  void begin(Stress stress) {
    known = stress;
    room = Room.UNLIMITED;
  }

  /**
   * Ends an interval of an overload.
   *
   * @param leastRoom what it may always have in flight, positive
   */
  void follow(Stress stress, double leastRoom) {
    double before = room == Room.UNLIMITED ? shares.inFlight() : room;
    room = Math.max(leastRoom, stress.follow(before, known));
    known = stress;
    shares.share(room, true);
  }

  /** Refuses nothing from now on. */
  void end() {
    shares.share(Room.UNLIMITED);
  }
}
