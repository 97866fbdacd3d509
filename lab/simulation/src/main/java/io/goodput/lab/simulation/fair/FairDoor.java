package io.goodput.lab.simulation.fair;

import io.goodput.core.fair.NodeShares;
import io.goodput.core.fair.Stress;
import io.goodput.core.time.Nanos;
import java.util.function.Predicate;

/** The rule of {@code core}: rooms breathe with the signal. */
final class FairDoor implements Door {

  private static final int LEAST_ROOM = 24;

  private final NodeShares<Node> shares = new NodeShares<>(LEAST_ROOM);
  private final Predicate<Interval> waited;

  FairDoor(Predicate<Interval> waited) {
    this.waited = waited;
  }

  @Override
  public int enter(Request request) {
    int bits =
        request.replica == request.coordinator ? 0 : shares.replicas().bitOf(request.replica);
    return shares.enter(
        request.tenant, request.flow.weight(), request.ofClass, bits, request.random);
  }

  @Override
  public void leave(int ticket, double millis) {
    shares.leave(ticket, (long) (millis * Nanos.PER_MILLI));
  }

  @Override
  public void tick(Interval interval) {
    shares.tick(
        waited.test(interval), interval.shortOfThreads(), interval.paused(), 1, interval.nanos());
  }

  @Override
  public Stress stress() {
    return shares.stress();
  }

  @Override
  public void meet(int others) {
    shares.replicas().setCoordinators(others);
  }

  @Override
  public void hear(Node node, Stress stress, long now) {
    shares.replicas().hear(node, stress, now);
  }
}
