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
 * What a read costs on a disk of a node's own: some time, exponentially distributed as in {@code
 * goodput simulate cold-cache}, on one of so many channels, first come first served. It takes no
 * processor, which the nodes of one machine share. Thread-safe.
 */
public final class EmulatedDisk implements EmulatedDiskMXBean {

  /** Reads that the disk does at once. */
  public static final int CHANNELS = 24;

  /** Mean time of a read, in milliseconds, waiting for a channel not included. */
  public static final int READ_MILLIS = 190;

  /** Name of the compressor that puts the disk under a table. */
  public static final String COMPRESSOR = "EmulatedDiskCompressor";

  /** Name over JMX. */
  public static final String MBEAN = "io.goodput.bench:type=EmulatedDisk";

  private final Semaphore free = new Semaphore(CHANNELS, true);
  private final DoubleSupplier times;
  private volatile boolean instant;

  private EmulatedDisk() {
    this(EmulatedDisk::exponential);
  }

  /** A disk whose reads take so many times the mean. */
  EmulatedDisk(DoubleSupplier times) {
    this.times = times;
  }

  static double exponential() {
    return -Math.log(1 - ThreadLocalRandom.current().nextDouble());
  }

  /** The one disk of this process, which JMX knows. */
  public static EmulatedDisk ofThisNode() {
    return Registered.DISK;
  }

  /** Returns when the disk would have read. */
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
  public boolean isInstant() {
    return instant;
  }

  @Override
  public void setInstant(boolean without) {
    instant = without;
  }

  private static final class Registered {

    static final EmulatedDisk DISK = register();

    private static EmulatedDisk register() {
      EmulatedDisk disk = new EmulatedDisk();
      try {
        ManagementFactory.getPlatformMBeanServer().registerMBean(disk, new ObjectName(MBEAN));
        // A node loads no class of this jar but the compressor, and with it this one.
        OwnRows.register();
      } catch (JMException e) {
        throw new IllegalStateException(e);
      }
      return disk;
    }
  }
}
