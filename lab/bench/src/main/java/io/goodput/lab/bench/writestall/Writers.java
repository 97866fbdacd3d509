package io.goodput.lab.bench.writestall;

import io.goodput.lab.bench.BenchException;
import io.goodput.lab.bench.writestall.WriteCase.Pattern;
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
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import org.rocksdb.RocksDBException;

/** Threads that write to databases, one write at a time. Values compress to half. */
final class Writers {

  private static final int VALUE_BYTES = 2_048;
  private static final int POOL_BYTES = 1 << 20;
  private static final double NANOS_PER_SECOND = 1e9;

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
  WriteRun fill() throws InterruptedException {
    AtomicLong next = new AtomicLong();
    WriteRun fill =
        run(
            (int) TimeUnit.MINUTES.toSeconds(5),
            writer -> {
              for (long key = next.getAndIncrement(); key < keys; key = next.getAndIncrement()) {
                writer.record(writer.put(databaseOf(key), key));
              }
            });
    Latencies shorter = Latencies.of(Math.max(1, (int) fill.seconds()));
    shorter.addAll(fill.latencies());
    return new WriteRun(shorter, fill.seconds(), fill.stops(), fill.delays());
  }

  WriteRun overwrite(int seconds) throws InterruptedException {
    return run(
        seconds,
        writer -> {
          while (writer.nanos() < TimeUnit.SECONDS.toNanos(seconds)) {
            writer.record(writer.putNext());
          }
        });
  }

  /**
   * Overwrites keys in an open loop: latency counts from the intended moment of a write.
   *
   * @param perSecond writes in each second, counted from 0
   */
  WriteRun overwriteInTime(int seconds, IntToLongFunction perSecond) throws InterruptedException {
    AtomicLong next = new AtomicLong();
    long[] firstOf = new long[seconds + 1];
    for (int second = 0; second < seconds; second++) {
      firstOf[second + 1] = firstOf[second] + perSecond.applyAsLong(second);
    }
    return run(
        seconds,
        writer -> {
          int second = 0;
          for (long write = next.getAndIncrement();
              write < firstOf[seconds];
              write = next.getAndIncrement()) {
            while (write >= firstOf[second + 1]) {
              second++;
            }
            double share =
                (write - firstOf[second]) / (double) (firstOf[second + 1] - firstOf[second]);
            long moment = (long) ((second + share) * NANOS_PER_SECOND);
            for (long left = moment - writer.nanos(); left > 0; left = moment - writer.nanos()) {
              LockSupport.parkNanos(left);
            }
            writer.putNext();
            writer.record(moment);
          }
        });
  }

  private WriteRun run(int seconds, Loop loop) throws InterruptedException {
    long stops = databases.stops.sum();
    long delays = databases.delays.sum();
    ExecutorService pool = Executors.newFixedThreadPool(what.threads());
    try {
      long start = System.nanoTime();
      List<Callable<Latencies>> tasks =
          IntStream.range(0, what.threads())
              .mapToObj(thread -> new Writer(thread, start, Latencies.of(seconds)))
              .<Callable<Latencies>>map(writer -> () -> writer.run(loop))
              .toList();
      Latencies all = Latencies.of(seconds);
      for (Future<Latencies> thread : pool.invokeAll(tasks)) {
        all.addAll(thread.get());
      }
      double took = (System.nanoTime() - start) / NANOS_PER_SECOND;
      return new WriteRun(
          all, took, databases.stops.sum() - stops, databases.delays.sum() - delays);
    } catch (ExecutionException e) {
      throw new BenchException("A write failed: " + e.getMessage() + ".", e);
    } finally {
      pool.shutdownNow();
    }
  }

  private int databaseOf(long key) {
    return (int) Long.remainderUnsigned(scattered(key) >>> 32, what.databases());
  }

  private static long scattered(long key) {
    long mixed = (key + 1) * 0x9E3779B97F4A7C15L;
    return (mixed ^ mixed >>> 32) * 0xD6E8FEB86659FD93L;
  }

  private interface Loop {
    void run(Writer writer) throws RocksDBException;
  }

  private final class Writer {

    private final SplittableRandom random;
    private final long start;
    private final Latencies latencies;
    private final byte[] value = new byte[VALUE_BYTES];
    private long next;

    Writer(int thread, long start, Latencies latencies) {
      this.random = new SplittableRandom(thread);
      this.start = start;
      this.latencies = latencies;
      this.next = keys / what.threads() * thread;
    }

    Latencies run(Loop loop) throws RocksDBException {
      loop.run(this);
      return latencies;
    }

    long nanos() {
      return System.nanoTime() - start;
    }

    /**
     * Writes the next key and returns when the write began. The order of keys looks random to a
     * database. No key repeats before all keys have been written, because a memtable of a large
     * database holds few keys twice.
     */
    long putNext() throws RocksDBException {
      long key = next;
      next = (next + 1) % keys;
      boolean hot = what.pattern() == Pattern.HOT_DATABASE && random.nextInt(100) < 30;
      return put(hot ? 0 : databaseOf(key), key);
    }

    long put(int database, long number) throws RocksDBException {
      byte[] key = ByteBuffer.allocate(16).putLong(scattered(number)).array();
      int half = VALUE_BYTES / 2;
      System.arraycopy(noise, random.nextInt(POOL_BYTES - half), value, 0, half);
      long begin = nanos();
      databases.put(database, key, value);
      return begin;
    }

    void record(long begin) {
      long end = nanos();
      latencies.add((int) TimeUnit.NANOSECONDS.toSeconds(end), end - begin);
    }
  }
}
