package io.goodput.lab.simulation.fair;

/** Refuses nothing. */
final class OpenDoor implements Door {

  @Override
  public int enter(Request request) {
    return 0;
  }

  @Override
  public void leave(int ticket, double millis) {}

  @Override
  public void tick(Interval interval) {}
}
