package io.goodput.lab.bench.writestall;

import io.goodput.cli.CommandException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.rocksdb.RocksDBException;

/** Threads that read, each as fast as it can, until they are closed. */
final class Readers implements AutoCloseable {

  interface Read {
    void read(SplittableRandom random) throws RocksDBException;
  }

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<Future<?>> running = new ArrayList<>();
  private final LongAdder reads = new LongAdder();
  private volatile boolean closed;

  Readers(Read read, int threads) {
    for (int thread = 0; thread < threads; thread++) {
      SplittableRandom random = new SplittableRandom(thread);
      running.add(
          this.threads.submit(
              () -> {
                while (!closed) {
                  read.read(random);
                  reads.increment();
                }
                return null;
              }));
    }
  }

  /** Reads so far. */
  long count() {
    return reads.sum();
  }

  /** Waits for the last reads. */
  @Override
  public void close() {
    closed = true;
    threads.shutdown();
    try {
      // The caller closes the databases.
      if (!threads.awaitTermination(1, TimeUnit.MINUTES)) {
        throw new CommandException("A read has not ended.");
      }
      for (Future<?> thread : running) {
        thread.get();
      }
    } catch (ExecutionException e) {
      throw new CommandException("A read failed: " + e.getMessage() + ".", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CommandException("The benchmark was interrupted.", e);
    }
  }
}
