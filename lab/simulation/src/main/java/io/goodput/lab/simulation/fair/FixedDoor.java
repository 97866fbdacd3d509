package io.goodput.lab.simulation.fair;

import java.util.HashMap;
import java.util.Map;

/** Numbers that someone has chosen: requests in flight, and how many of them may be of a class. */
final class FixedDoor implements Door {

  private final int room;
  private final int share;
  private final Map<Integer, Integer> classes = new HashMap<>();
  private int total;

  FixedDoor(int room, int share) {
    this.room = room;
    this.share = share;
  }

  @Override
  public int enter(Request request) {
    int ticket = request.ofClass & Integer.MAX_VALUE;
    if (total >= room && classes.getOrDefault(ticket, 0) >= share) {
      return REFUSED;
    }
    classes.merge(ticket, 1, Integer::sum);
    total++;
    return ticket;
  }

  @Override
  public void leave(int ticket, double millis) {
    classes.merge(ticket, -1, Integer::sum);
    total--;
  }

  @Override
  public void tick(Interval interval) {}
}
