package io.goodput.lab.simulation.fair;

import io.goodput.core.fair.FairShares;

/**
 * The room follows the latency, compared with the best one.
 *
 * <p>Source: the gradient limit of Netflix's concurrency-limits, "Performance Under Load", 2018.
 */
final class LatencyDoor implements Door {

  private static final double MOST = 128;
  private static final double LEAST = 4;
  private static final double TOLERANCE = 2;
  private static final double AGING = 1.001;

  private final FairShares shares = new FairShares();
  private double best = Double.MAX_VALUE;
  private double room = MOST;

  @Override
  public int enter(Request request) {
    return shares.enter(request.tenant, request.flow.weight(), request.ofClass, request.random);
  }

  @Override
  public void leave(int ticket, double millis) {
    shares.leave(ticket);
  }

  @Override
  public void tick(Interval interval) {
    double latency = interval.latency();
    if (latency > 0) {
      best = Math.min(best * AGING, latency);
      double gradient = Math.min(1, Math.max(0.5, TOLERANCE * best / latency));
      room = Math.min(MOST, Math.max(LEAST, room * gradient + Math.sqrt(room)));
    }
    shares.share(room);
  }
}
