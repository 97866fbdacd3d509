package io.goodput.cassandra.warming;

import io.goodput.cassandra.fault.Faults;
import io.goodput.core.time.TimeSource;
import io.goodput.core.warming.WarmingPace;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.apache.cassandra.concurrent.ExecutorFactory;
import org.apache.cassandra.concurrent.ExecutorPlus;
import org.apache.cassandra.gms.Gossiper;
import org.apache.cassandra.io.sstable.format.SSTableReader;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Threads that read the hot chunks into the cache, hottest first, until all are there or the cache
 * is full: what is left then was used least.
 *
 * <p>Cassandra's cache counts the uses of a chunk only once it is half full, and forgets them while
 * it grows. To the cache, the chunks read first would look least recently used and would be evicted
 * first. So the threads touch all chunks in the end, hottest last. Thread-safe.
 */
final class WarmingReaders {

  private static final Logger logger = LoggerFactory.getLogger(WarmingReaders.class);
  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  /** Touches that the cache is sure to buffer, besides those of clients, until it applies them. */
  private static final int BUFFERED_TOUCHES = 4;

  private final ChunkCacheContents cache;
  private final List<HotChunk> chunks;
  private final WarmingPace pace;
  private final WarmingProgress progress;
  private final Faults faults;
  private final OpenDataFiles files = new OpenDataFiles();
  private final AtomicInteger next = new AtomicInteger();
  private final AtomicInteger running = new AtomicInteger(WarmingPace.MAX_CONCURRENCY_ALONE);

  WarmingReaders(
      ChunkCacheContents cache,
      List<HotChunk> chunks,
      WarmingPace pace,
      WarmingProgress progress,
      Faults faults) {
    this.cache = cache;
    this.chunks = chunks;
    this.pace = pace;
    this.progress = progress;
    this.faults = faults;
  }

  /** Starts the threads. */
  void start() {
    ExecutorPlus readers =
        ExecutorFactory.Global.executorFactory()
            .pooled("GoodputWarming", WarmingPace.MAX_CONCURRENCY_ALONE);
    for (int reader = 0; reader < WarmingPace.MAX_CONCURRENCY_ALONE; reader++) {
      int number = reader;
      readers.execute(() -> run(number));
    }
    readers.shutdown();
  }

  private void run(int reader) {
    try {
      while (!OpenDataFiles.areOpen()) {
        LockSupport.parkNanos(POLL_NANOS);
      }
      readAll(reader);
    } catch (Throwable e) {
      faults.report("warming the cache", e);
    } finally {
      if (running.decrementAndGet() == 0) {
        end();
      }
    }
  }

  private void readAll(int reader) throws ReflectiveOperationException {
    while (next.get() < chunks.size()) {
      long now = TimeSource.system().monotonicNanos();
      if (Gossiper.instance.isEnabled()) {
        pace.clientsArrive(now);
        if (reader >= WarmingPace.MAX_CONCURRENCY) {
          return;
        }
      }
      long wait = pace.waitNanos(reader, now);
      if (wait > 0) {
        LockSupport.parkNanos(wait);
      } else if (cache.hasRoomFor(pace.concurrency())) {
        readNext();
      } else {
        skipTheRest();
      }
    }
  }

  private void readNext() throws ReflectiveOperationException {
    int number = next.getAndIncrement();
    if (number >= chunks.size()) {
      return;
    }
    HotChunk chunk = chunks.get(number);
    SSTableReader file = files.named(chunk.file());
    long begin = TimeSource.system().monotonicNanos();
    boolean wasRead = file != null && cache.read(file, chunk.position());
    if (wasRead) {
      pace.completed(begin, TimeSource.system().monotonicNanos());
    }
    progress.finish(wasRead);
  }

  private void skipTheRest() {
    progress.leaveOut(Math.max(0, chunks.size() - next.getAndSet(chunks.size())));
  }

  private void end() {
    try {
      touchAll();
    } catch (Throwable e) {
      faults.report("touching what the cache holds", e);
    }
    progress.end();
    logger.info(
        "The chunk cache is warm: {} of {} chunks read{}",
        progress.read(),
        progress.wanted(),
        progress.leftOut() == 0
            ? ""
            : ", " + progress.leftOut() + " left out because the cache is full");
  }

  private void touchAll() throws ReflectiveOperationException {
    for (int number = chunks.size() - 1; number >= 0; number--) {
      HotChunk chunk = chunks.get(number);
      SSTableReader file = files.named(chunk.file());
      if (file != null) {
        cache.touch(file, chunk.position());
      }
      if (number % BUFFERED_TOUCHES == 0) {
        cache.applyTouches();
      }
    }
  }
}
