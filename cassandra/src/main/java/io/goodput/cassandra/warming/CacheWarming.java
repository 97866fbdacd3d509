package io.goodput.cassandra.warming;

import io.goodput.cassandra.limit.Faults;
import io.goodput.core.warming.WarmingPace;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.apache.cassandra.concurrent.ExecutorFactory;
import org.apache.cassandra.concurrent.ExecutorPlus;
import org.apache.cassandra.concurrent.ScheduledExecutors;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.db.ColumnFamilyStore;
import org.apache.cassandra.db.Keyspace;
import org.apache.cassandra.gms.Gossiper;
import org.apache.cassandra.io.sstable.format.SSTableReader;
import org.apache.cassandra.io.util.File;
import org.apache.cassandra.schema.Schema;
import org.apache.cassandra.service.StorageService;
import org.apache.cassandra.utils.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Fills the chunk cache of a node that has restarted with what it held before, the most used chunks
 * first, beside the reads of users; and keeps the list for the next time. Thread-safe.
 *
 * <p>It ends when the cache is full, whatever has filled it: what is left of the list was the least
 * used. Cassandra's cache counts how often a chunk is used only once it is half full, and forgets
 * that while it grows. To it, what was read here first would be what nobody has used for longest,
 * and the next to go. So each of these chunks is touched in the end, the most used last.
 */
public final class CacheWarming {

  private static final Logger logger = LoggerFactory.getLogger(CacheWarming.class);

  private static final String FILE = "goodput-hot-chunks";

  /** A list of that many takes 12 MiB on disk. */
  private static final int MAX_CHUNKS = 1 << 20;

  private static final long SAVE_NANOS = TimeUnit.SECONDS.toNanos(5);

  /** A large cache is listed less often, so that it takes a hundredth of a processor at most. */
  private static final int SAVE_SHARE = 100;

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  /** Uses that the cache is sure to keep until it notices them, with those of users beside them. */
  private static final int TOUCHES = 4;

  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private final @Nullable ChunkCacheContents cache;
  private final HotChunksFile list;
  private final WarmingPace pace;
  private final Faults faults;
  private final AtomicInteger next = new AtomicInteger();
  private final AtomicInteger reading = new AtomicInteger();
  private final CountDownLatch filled = CountDownLatch.newCountDownLatch(1);
  private final LongAdder done = new LongAdder();
  private final LongAdder read = new LongAdder();
  private final LongAdder leftOut = new LongAdder();
  private volatile List<HotChunk> wanted = List.of();
  private Map<String, SSTableReader> files = Map.of();

  private CacheWarming(
      @Nullable ChunkCacheContents cache, HotChunksFile list, WarmingPace pace, Faults faults) {
    this.cache = cache;
    this.list = list;
    this.pace = pace;
    this.faults = faults;
  }

  /**
   * Of this node; does nothing if it has no chunk cache.
   *
   * @param perSecond chunks to read at most
   */
  public static CacheWarming ofThisNode(int perSecond, Faults faults) {
    ChunkCacheContents cache = null;
    try {
      cache = ChunkCacheContents.ofThisNode();
    } catch (ReflectiveOperationException | RuntimeException e) {
      logger.error("This version's chunk cache is not known; it is not warmed after a restart", e);
    }
    return new CacheWarming(
        cache,
        new HotChunksFile(new File(DatabaseDescriptor.getSavedCachesLocation(), FILE)),
        new WarmingPace(perSecond),
        faults);
  }

  /** Begins to fill the cache as soon as the node's files are open, and to keep the list. */
  public void start() {
    ChunkCacheContents known = cache;
    if (known == null) {
      return;
    }
    wanted = listed();
    reading.set(WarmingPace.MAX_ALONE);
    ExecutorPlus readers =
        ExecutorFactory.Global.executorFactory().pooled("GoodputWarming", WarmingPace.MAX_ALONE);
    for (int reader = 0; reader < WarmingPace.MAX_ALONE; reader++) {
      int number = reader;
      readers.execute(() -> warm(known, number));
    }
    readers.shutdown();
    saveAfter(SAVE_NANOS, known);
    StorageService.instance.addPreShutdownHook(() -> save(known));
  }

  /**
   * Returns when the cache has been filled, or after this time if that comes first. Of use before
   * the node joins the others: until then the cache is filled as fast as the disk can.
   */
  public void await(Duration longest) {
    if (!wanted.isEmpty() && !longest.isZero()) {
      boolean all = filled.awaitUninterruptibly(longest.toNanos(), TimeUnit.NANOSECONDS);
      logger.info(
          "Before joining, {} of {} hot chunks were read{}",
          read.sum(),
          wanted.size(),
          all ? "" : "; the others are read in the background");
    }
  }

  /** Chunks that the node held before it restarted, as far as it knows. */
  public long wanted() {
    return wanted.size();
  }

  /**
   * Of those, how many have been seen to: read, found in the cache, found to be gone, or left out
   * since the cache was full.
   */
  public long done() {
    return done.sum();
  }

  /** Of those, how many have been read. */
  public long read() {
    return read.sum();
  }

  private List<HotChunk> listed() {
    try {
      return list.read();
    } catch (IOException | RuntimeException e) {
      faults.report("reading what the cache held", e);
      return List.of();
    }
  }

  private void warm(ChunkCacheContents cache, int reader) {
    try {
      while (!filesAreOpen()) {
        LockSupport.parkNanos(POLL_NANOS);
      }
      while (next.get() < wanted.size()) {
        long now = System.nanoTime();
        if (Gossiper.instance.isEnabled()) {
          pace.usersCome(now);
          if (reader >= WarmingPace.MAX_AT_ONCE) {
            return;
          }
        }
        long wait = pace.waitNanos(reader, now);
        if (wait > 0) {
          LockSupport.parkNanos(wait);
        } else if (!cache.hasRoomFor(pace.atOnce())) {
          skipTheRest();
        } else {
          readNext(cache, files());
        }
      }
    } catch (Throwable e) {
      faults.report("warming the cache", e);
    } finally {
      if (reading.decrementAndGet() == 0 && !wanted.isEmpty()) {
        end(cache);
      }
    }
  }

  private void end(ChunkCacheContents cache) {
    try {
      touch(cache, files());
    } catch (Throwable e) {
      faults.report("touching what the cache holds", e);
    }
    filled.decrement();
    logger.info(
        "The chunk cache is warm: {} of {} chunks read{}",
        read.sum(),
        wanted.size(),
        leftOut.sum() == 0 ? "" : ", " + leftOut.sum() + " left out, since it is full");
  }

  private void skipTheRest() {
    int size = wanted.size();
    int left = Math.max(0, size - next.getAndSet(size));
    leftOut.add(left);
    done.add(left);
  }

  /** What did not fit is touched in vain. */
  private void touch(ChunkCacheContents cache, Map<String, SSTableReader> files)
      throws ReflectiveOperationException {
    for (int number = wanted.size() - 1; number >= 0; number--) {
      HotChunk chunk = wanted.get(number);
      SSTableReader file = files.get(chunk.file());
      if (file != null) {
        cache.touch(file, chunk.position());
      }
      if (number % TOUCHES == 0) {
        cache.notice();
      }
    }
  }

  private void readNext(ChunkCacheContents cache, Map<String, SSTableReader> files)
      throws ReflectiveOperationException {
    int number = next.getAndIncrement();
    if (number >= wanted.size()) {
      return;
    }
    HotChunk chunk = wanted.get(number);
    SSTableReader file = files.get(chunk.file());
    long begin = System.nanoTime();
    if (file != null && cache.read(file, chunk.position())) {
      pace.took(begin, System.nanoTime());
      read.increment();
    }
    done.increment();
  }

  private static boolean filesAreOpen() {
    Set<String> keyspaces = Schema.instance.getKeyspaces();
    return Keyspace.isInitialized()
        && keyspaces.stream().allMatch(name -> Schema.instance.getKeyspaceInstance(name) != null);
  }

  private synchronized Map<String, SSTableReader> files() {
    if (files.isEmpty()) {
      files = openFiles();
    }
    return files;
  }

  /** By the names that the cache has for them. */
  private static Map<String, SSTableReader> openFiles() {
    Map<String, SSTableReader> files = new HashMap<>();
    for (ColumnFamilyStore table : ColumnFamilyStore.all()) {
      for (SSTableReader file : table.getLiveSSTables()) {
        files.put(file.getFilename(), file);
      }
    }
    return files;
  }

  private void saveAfter(long nanos, ChunkCacheContents cache) {
    ScheduledFuture<?> unused =
        ScheduledExecutors.optionalTasks.schedule(
            () -> {
              long begin = THREADS.getCurrentThreadCpuTime();
              save(cache);
              long taken = THREADS.getCurrentThreadCpuTime() - begin;
              saveAfter(Math.max(SAVE_NANOS, SAVE_SHARE * taken), cache);
            },
            nanos,
            TimeUnit.NANOSECONDS);
  }

  /** A cache that is not warm yet says nothing of what is hot. */
  private void save(ChunkCacheContents cache) {
    if (!wanted.isEmpty() && filled.count() > 0) {
      return;
    }
    try {
      List<HotChunk> chunks = cache.hottest(MAX_CHUNKS);
      if (!chunks.isEmpty()) {
        list.write(chunks);
      }
    } catch (Throwable e) {
      faults.report("keeping what the cache holds", e);
    }
  }
}
