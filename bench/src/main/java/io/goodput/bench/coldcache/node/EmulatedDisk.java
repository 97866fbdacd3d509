package io.goodput.bench.coldcache.node;

import java.lang.management.ManagementFactory;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.DoubleSupplier;
import javax.management.JMException;
import javax.management.ObjectName;

/**
 * A disk of one node. A read takes one of several channels, in order of arrival, for a random time
 * that is exponentially distributed, as in {@code goodput simulate cold-cache}. It uses no CPU
 * time, which the nodes of one machine share. Thread-safe.
 */
public final class EmulatedDisk implements EmulatedDiskMXBean {

  /** Reads at the same time. */
  public static final int CHANNELS = 24;

  /** Mean time of a read in milliseconds, without the wait for a channel. */
  public static final int READ_MILLIS = 190;

  /** The compressor that reads a table's chunks from the disk. */
  public static final String COMPRESSOR = "EmulatedDiskCompressor";

  /** JMX name. */
  public static final String MBEAN = "io.goodput.bench:type=EmulatedDisk";

  private final Semaphore free = new Semaphore(CHANNELS, true);
  private final DoubleSupplier times;
  private volatile boolean instant;

  private EmulatedDisk() {
    this(EmulatedDisk::exponential);
  }

  /** A disk with other read times, as multiples of the mean. */
  EmulatedDisk(DoubleSupplier times) {
    this.times = times;
  }

  static double exponential() {
    return -Math.log(1 - ThreadLocalRandom.current().nextDouble());
  }

  /** The disk of this process, registered with JMX. */
  public static EmulatedDisk ofThisNode() {
    return Registered.DISK;
  }

  /** Waits as long as a read takes. */
  public void read() {
    if (instant) {
      return;
    }
    free.acquireUninterruptibly();
    try {
      long end =
          System.nanoTime()
              + (long) (times.getAsDouble() * TimeUnit.MILLISECONDS.toNanos(READ_MILLIS));
      for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
        LockSupport.parkNanos(left);
      }
    } finally {
      free.release();
    }
  }

  @Override
  public void setInstant(boolean value) {
    instant = value;
  }

  private static final class Registered {

    static final EmulatedDisk DISK = register();

    private static EmulatedDisk register() {
      EmulatedDisk disk = new EmulatedDisk();
      try {
        ManagementFactory.getPlatformMBeanServer().registerMBean(disk, new ObjectName(MBEAN));
        // A node loads only the compressor from this jar, and with it this class.
        OwnRows.register();
      } catch (JMException e) {
        throw new IllegalStateException(e);
      }
      return disk;
    }
  }
}
