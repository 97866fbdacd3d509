package io.goodput.simulation.fair;

import io.goodput.core.fair.FairShares;
import io.goodput.core.fair.Room;
import java.util.function.Predicate;

/** The rule of {@code core}: the room breathes with the signal. */
final class FairDoor implements Door {

  private static final int LEAST_ROOM = 4;

  private final FairShares shares = new FairShares();
  private final Room room = new Room(LEAST_ROOM);
  private final Predicate<Interval> waited;

  FairDoor(Predicate<Interval> waited) {
    this.waited = waited;
  }

  @Override
  public int enter(Request request) {
    return shares.enter(request.tenant, request.flow.weight(), request.ofClass, request.random);
  }

  @Override
  public void leave(int ticket) {
    shares.leave(ticket);
  }

  @Override
  public void tick(Interval interval) {
    room.observe(waited.test(interval), shares.inFlight(), interval.paused(), 1);
    shares.share(room.size());
  }
}
