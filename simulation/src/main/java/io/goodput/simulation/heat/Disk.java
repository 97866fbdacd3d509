package io.goodput.simulation.heat;

import java.util.SplittableRandom;

/**
 * A disk with a few channels and one first-in first-out queue. Reads take a random time with an
 * exponential distribution. Times in seconds.
 */
final class Disk {

  private final double[] freeAt;
  private final double meanSeconds;
  private final SplittableRandom random;

  Disk(int channels, double meanSeconds, SplittableRandom random) {
    this.freeAt = new double[channels];
    this.meanSeconds = meanSeconds;
    this.random = random;
  }

  /**
   * Queues a read.
   *
   * @return when the read will end
   */
  double read(double now) {
    int first = 0;
    for (int channel = 1; channel < freeAt.length; channel++) {
      if (freeAt[channel] < freeAt[first]) {
        first = channel;
      }
    }
    double service = -Math.log(1 - random.nextDouble()) * meanSeconds;
    freeAt[first] = Math.max(now, freeAt[first]) + service;
    return freeAt[first];
  }

  /** Whether at least {@code channels} channels are idle. */
  boolean hasIdle(int channels, double now) {
    int idle = 0;
    for (double at : freeAt) {
      idle += at <= now ? 1 : 0;
    }
    return idle >= channels;
  }
}
