package io.goodput.lab.bench.coldcache.node;

import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.DoubleSupplier;

/**
 * A disk of one node. A read takes one of several channels, in order of arrival, for a random time
 * that is exponentially distributed, as in the simulation. It uses no CPU time, which the nodes of
 * one machine share. Thread-safe.
 */
public final class EmulatedDisk {

  /** Reads at the same time. */
  public static final int CHANNELS = 24;

  /** Mean time of a read in milliseconds, without the wait for a channel. */
  public static final int READ_MILLIS = 190;

  private final Semaphore free = new Semaphore(CHANNELS, true);
  private final DoubleSupplier times;
  private volatile boolean instant;

  /** A disk with these read times, as multiples of the mean. */
  EmulatedDisk(DoubleSupplier times) {
    this.times = times;
  }

  static double exponential() {
    return -Math.log(1 - ThreadLocalRandom.current().nextDouble());
  }

  public void read() {
    if (instant) {
      return;
    }
    free.acquireUninterruptibly();
    try {
      double nanos = times.getAsDouble() * TimeUnit.MILLISECONDS.toNanos(READ_MILLIS);
      long end = System.nanoTime() + (long) nanos;
      for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
        LockSupport.parkNanos(left);
      }
    } finally {
      free.release();
    }
  }

  void setInstant(boolean value) {
    instant = value;
  }
}
