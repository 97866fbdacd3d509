package io.goodput.bench.writestall;

import io.goodput.bench.BenchException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntToLongFunction;
import org.rocksdb.RocksDBException;

/**
 * Threads that write to databases: keys of 16 bytes, values of 2 KB that compress to half. Each
 * thread makes one write at a time.
 */
final class Writers {

  static final int KEY_BYTES = 16;
  static final int VALUE_BYTES = 2_048;

  private static final int POOL_BYTES = 1 << 20;
  private static final int LONGEST_FILL_SECONDS = 300;
  private static final int HOT_SHARE_PERCENT = 30;

  private final Databases databases;
  private final int threads;
  private final long keys;
  private final byte[] noise = new byte[POOL_BYTES];

  /**
   * Writers of so many keys in all.
   *
   * @param keys of all databases together
   */
  Writers(Databases databases, int threads, long keys) {
    this.databases = databases;
    this.threads = threads;
    this.keys = keys;
    new SplittableRandom(20261122).nextBytes(noise);
  }

  /** Writes every key once, and counts the seconds for which that went on. */
  Run fill() {
    AtomicLong next = new AtomicLong();
    Run fill =
        run(
            LONGEST_FILL_SECONDS,
            (writer, latencies, start) -> {
              for (long key = next.getAndIncrement(); key < keys; key = next.getAndIncrement()) {
                writer.write(databaseOf(key), key);
                long now = System.nanoTime();
                latencies.add(secondOf(now - start), now - writer.begunAt());
              }
            });
    int whole = Math.max(1, (int) fill.seconds());
    return new Run(fill.latencies().shortened(whole), fill.seconds(), fill.stops(), fill.delays());
  }

  /** Overwrites keys as fast as it goes. */
  Run overwrite(int seconds, boolean oneIsHot) {
    return run(
        seconds,
        (writer, latencies, start) -> {
          long end = start + TimeUnit.SECONDS.toNanos(seconds);
          while (System.nanoTime() - end < 0) {
            writer.writeNext(oneIsHot);
            long now = System.nanoTime();
            latencies.add(secondOf(now - start), now - writer.begunAt());
          }
        });
  }

  /**
   * Overwrites keys at moments that do not depend on how long writes take; their latency counts
   * from then.
   *
   * @param perSecond how many in each second, counted from 0
   */
  Run overwriteInTime(int seconds, IntToLongFunction perSecond) {
    AtomicLong number = new AtomicLong();
    List<Long> firstOf = new ArrayList<>(List.of(0L));
    for (int second = 0; second < seconds; second++) {
      firstOf.add(firstOf.get(second) + perSecond.applyAsLong(second));
    }
    long last = firstOf.get(seconds);
    return run(
        seconds,
        (writer, latencies, start) -> {
          int second = 0;
          for (long write = number.getAndIncrement();
              write < last;
              write = number.getAndIncrement()) {
            while (write >= firstOf.get(second + 1)) {
              second++;
            }
            double share =
                (write - firstOf.get(second))
                    / (double) (firstOf.get(second + 1) - firstOf.get(second));
            long due =
                start
                    + TimeUnit.SECONDS.toNanos(second)
                    + (long) (share * TimeUnit.SECONDS.toNanos(1));
            for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
              LockSupport.parkNanos(left);
            }
            writer.writeNext(false);
            long now = System.nanoTime();
            latencies.add(secondOf(now - start), now - due);
          }
        });
  }

  private Run run(int seconds, Loop loop) {
    long stops = databases.stops();
    long delays = databases.delays();
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      long start = System.nanoTime();
      List<Future<Latencies>> running = new ArrayList<>();
      for (int thread = 0; thread < threads; thread++) {
        Writer writer = new Writer(new SplittableRandom(thread), keys / threads * thread);
        running.add(
            pool.submit(
                () -> {
                  Latencies latencies = new Latencies(seconds);
                  loop.run(writer, latencies, start);
                  return latencies;
                }));
      }
      Latencies all = new Latencies(seconds);
      for (Future<Latencies> thread : running) {
        all.addAll(thread.get());
      }
      double took = (System.nanoTime() - start) / (double) TimeUnit.SECONDS.toNanos(1);
      return new Run(all, took, databases.stops() - stops, databases.delays() - delays);
    } catch (ExecutionException e) {
      throw new BenchException("A write failed: " + e.getMessage() + ".", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BenchException("The benchmark was interrupted.", e);
    } finally {
      pool.shutdownNow();
    }
  }

  private int databaseOf(long key) {
    return (int) Long.remainderUnsigned(scattered(key) >>> 32, databases.count());
  }

  private static long scattered(long key) {
    long mixed = (key + 1) * 0x9E3779B97F4A7C15L;
    return (mixed ^ mixed >>> 32) * 0xD6E8FEB86659FD93L;
  }

  private static int secondOf(long nanos) {
    return (int) TimeUnit.NANOSECONDS.toSeconds(nanos);
  }

  private interface Loop {
    void run(Writer writer, Latencies latencies, long start) throws RocksDBException;
  }

  /** One thread's key and value. */
  private final class Writer {

    private final SplittableRandom random;
    private final byte[] value = new byte[VALUE_BYTES];
    private long next;
    private long begunAt;

    Writer(SplittableRandom random, long first) {
      this.random = random;
      this.next = first;
    }

    /** When the last write began, in nanoseconds. */
    long begunAt() {
      return begunAt;
    }

    /**
     * The next key: in no order that a database could see, and none twice before all had their
     * turn, since no memtable of a large database has a key twice.
     */
    void writeNext(boolean oneIsHot) throws RocksDBException {
      long key = next;
      next = (next + 1) % keys;
      boolean hot = oneIsHot && random.nextInt(100) < HOT_SHARE_PERCENT;
      write(hot ? 0 : databaseOf(key), key);
    }

    void write(int database, long number) throws RocksDBException {
      byte[] key = ByteBuffer.allocate(KEY_BYTES).putLong(scattered(number)).array();
      int half = VALUE_BYTES / 2;
      System.arraycopy(noise, random.nextInt(POOL_BYTES - half), value, 0, half);
      begunAt = System.nanoTime();
      databases.put(database, key, value);
    }
  }
}
