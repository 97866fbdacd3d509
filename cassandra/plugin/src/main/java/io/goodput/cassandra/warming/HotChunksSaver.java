package io.goodput.cassandra.warming;

import io.goodput.cassandra.fault.Faults;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.apache.cassandra.concurrent.ScheduledExecutors;
import org.apache.cassandra.service.StorageService;

/** Saves the list of hot chunks every few seconds, and when the node shuts down. Thread-safe. */
final class HotChunksSaver {

  /** A list of this length takes 12 MiB on disk. */
  private static final int MAX_CHUNKS = 1 << 20;

  private static final long INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(5);

  /** A large cache is listed less often, to use at most one hundredth of a processor. */
  private static final int PAUSES_PER_SAVE = 100;

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final ChunkCacheContents cache;
  private final HotChunksFile file;
  private final WarmingProgress progress;
  private final Faults faults;

  HotChunksSaver(
      ChunkCacheContents cache, HotChunksFile file, WarmingProgress progress, Faults faults) {
    this.cache = cache;
    this.file = file;
    this.progress = progress;
    this.faults = faults;
  }

  /** Saves the list from now on. */
  void start() {
    saveAfter(INTERVAL_NANOS);
    StorageService.instance.addPreShutdownHook(this::save);
  }

  private void saveAfter(long nanos) {
    ScheduledFuture<?> unused =
        ScheduledExecutors.optionalTasks.schedule(
            () -> {
              long begin = THREADS.getCurrentThreadCpuTime();
              save();
              long taken = THREADS.getCurrentThreadCpuTime() - begin;
              saveAfter(Math.max(INTERVAL_NANOS, PAUSES_PER_SAVE * taken));
            },
            nanos,
            TimeUnit.NANOSECONDS);
  }

  private void save() {
    if (progress.isUnderWay()) {
      // A cache that is not warm yet does not show what is hot.
      return;
    }
    try {
      List<HotChunk> chunks = cache.hottest(MAX_CHUNKS);
      if (!chunks.isEmpty()) {
        file.write(chunks);
      }
    } catch (Throwable e) {
      faults.report("saving what the cache holds", e);
    }
  }
}
