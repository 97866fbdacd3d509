package io.goodput.lab.simulation.heat;

import java.util.SplittableRandom;

/**
 * A disk with a few channels and one first-in first-out queue. Reads take a random time with an
 * exponential distribution. Times in seconds.
 */
final class Disk {

  private final Servers channels;
  private final double meanSeconds;
  private final SplittableRandom random;

  Disk(int channels, double meanSeconds, SplittableRandom random) {
    this.channels = new Servers(channels);
    this.meanSeconds = meanSeconds;
    this.random = random;
  }

  /**
   * Queues a read.
   *
   * @return when the read will end
   */
  double read(double now) {
    double service = -Math.log(1 - random.nextDouble()) * meanSeconds;
    double end = channels.begin(now) + service;
    channels.occupy(end);
    return end;
  }

  /** Whether at least this number of channels are idle. */
  boolean hasIdle(int channels, double now) {
    return this.channels.hasIdle(channels, now);
  }
}
