package io.goodput.bench.coldcache.disk;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * What a read costs on a disk of a node's own: so much time on one of so many channels, first come
 * first served. It takes no processor, which the nodes of one machine share. Thread-safe.
 */
public final class EmulatedDisk {

  /** Reads that the disk does at once. */
  public static final int CHANNELS = 8;

  /** Time of a read, in milliseconds, waiting for a channel not included. */
  public static final int READ_MILLIS = 30;

  /** Name of the compressor that puts the disk under a table. */
  public static final String COMPRESSOR = "EmulatedDiskCompressor";

  private static final Semaphore FREE = new Semaphore(CHANNELS, true);

  private EmulatedDisk() {}

  /** Returns when the disk would have read. */
  public static void read() {
    FREE.acquireUninterruptibly();
    try {
      long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(READ_MILLIS);
      for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
        LockSupport.parkNanos(left);
      }
    } finally {
      FREE.release();
    }
  }
}
