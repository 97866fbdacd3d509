package io.goodput.lab.bench.writestall;

import io.goodput.cli.CommandException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.rocksdb.RocksDBException;

/** Threads that write to databases, one write at a time. Values compress to half. */
final class Writers {

  private static final int VALUE_BYTES = 2_048;
  private static final int POOL_BYTES = 1 << 20;

  private final Databases databases;
  private final WriteCase what;
  private final long keys;
  private final byte[] noise = new byte[POOL_BYTES];

  Writers(Databases databases, WriteCase what, long keys) {
    this.databases = databases;
    this.what = what;
    this.keys = keys;
    new SplittableRandom(20261122).nextBytes(noise);
  }

  /** Writes every key once. */
  void fill() throws InterruptedException {
    AtomicLong next = new AtomicLong();
    inEachThread(
        writer -> {
          for (long key = next.getAndIncrement(); key < keys; key = next.getAndIncrement()) {
            writer.put(key);
          }
        });
  }

  /**
   * Writes existing keys. Their order looks random to a database. No key repeats before a thread
   * has written all keys, because a memtable of a large database holds few keys twice. With a load,
   * latencies count from when a write was due.
   */
  WriteRun overwrite(int seconds) throws InterruptedException {
    long stops = databases.stops.sum();
    long delays = databases.delays.sum();
    long written = databases.written();
    List<Histogram> latencies = WriteRun.histograms(seconds);
    long start = System.nanoTime();
    try (Readers readers = new Readers(this::read, what.readers())) {
      overwrite(latencies, start, seconds);
      return new WriteRun(
          latencies,
          (System.nanoTime() - start) / 1e9,
          databases.stops.sum() - stops,
          databases.delays.sum() - delays,
          readers.count(),
          databases.written() - written,
          databases.space());
    }
  }

  private void overwrite(List<Histogram> latencies, long start, int seconds)
      throws InterruptedException {
    inEachThread(
        writer -> {
          long key = keys / what.threads() * writer.thread;
          double gap = what.load() == 0 ? 0 : 1e9 * what.threads() / what.perSecond();
          for (long count = 0;
              System.nanoTime() - start < TimeUnit.SECONDS.toNanos(seconds);
              count++) {
            long due = start + (long) (gap * (count + (double) writer.thread / what.threads()));
            for (long early = due - System.nanoTime(); early > 0; early = due - System.nanoTime()) {
              LockSupport.parkNanos(early);
            }
            long put = writer.put(key);
            long begin = gap == 0 ? put : due;
            long end = System.nanoTime();
            int second = (int) TimeUnit.NANOSECONDS.toSeconds(end - start);
            latencies
                .get(Math.min(second, seconds - 1))
                .recordValue(Math.min(end - begin, WriteRun.HIGHEST_NANOS));
            key = (key + 1) % keys;
          }
        });
  }

  private void read(SplittableRandom random) throws RocksDBException {
    long number = random.nextLong(keys);
    if (databases.get(databaseOf(number), key(number)) == null) {
      throw new CommandException("A key that was written is not there.");
    }
  }

  private int databaseOf(long number) {
    return (int) Long.remainderUnsigned(scattered(number) >>> 32, what.databases());
  }

  private static byte[] key(long number) {
    return ByteBuffer.allocate(16).putLong(scattered(number)).array();
  }

  private interface Loop {
    void run(Writer writer) throws RocksDBException;
  }

  private void inEachThread(Loop loop) throws InterruptedException {
    ExecutorService pool = Executors.newFixedThreadPool(what.threads());
    try {
      List<Callable<Void>> tasks =
          IntStream.range(0, what.threads())
              .<Callable<Void>>mapToObj(
                  thread ->
                      () -> {
                        loop.run(new Writer(thread));
                        return null;
                      })
              .toList();
      for (Future<Void> thread : pool.invokeAll(tasks)) {
        thread.get();
      }
    } catch (ExecutionException e) {
      throw new CommandException("A write failed: " + e.getMessage() + ".", e);
    } finally {
      pool.shutdownNow();
    }
  }

  private static long scattered(long key) {
    long mixed = (key + 1) * 0x9E3779B97F4A7C15L;
    return (mixed ^ mixed >>> 32) * 0xD6E8FEB86659FD93L;
  }

  private final class Writer {

    private final int thread;
    private final SplittableRandom random;
    private final byte[] value = new byte[VALUE_BYTES];

    Writer(int thread) {
      this.thread = thread;
      this.random = new SplittableRandom(thread);
    }

    /** Returns when the write began, as from {@link System#nanoTime}. */
    long put(long number) throws RocksDBException {
      byte[] key = key(number);
      int half = VALUE_BYTES / 2;
      System.arraycopy(noise, random.nextInt(POOL_BYTES - half), value, 0, half);
      int database = databaseOf(number);
      long begin = System.nanoTime();
      databases.put(database, key, value);
      return begin;
    }
  }
}
