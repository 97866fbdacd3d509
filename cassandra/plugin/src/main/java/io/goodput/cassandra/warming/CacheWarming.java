package io.goodput.cassandra.warming;

import io.goodput.cassandra.fault.Faults;
import io.goodput.cassandra.platform.Platform;
import io.goodput.core.warming.WarmingPace;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.io.util.File;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Refills the chunk cache of a restarted node with the chunks that it held before, hottest first,
 * while the node serves its clients; and keeps the list of those chunks up to date. Thread-safe.
 */
public final class CacheWarming {

  private static final Logger logger = LoggerFactory.getLogger(CacheWarming.class);
  private static final String FILE = "goodput-hot-chunks";

  private final @Nullable ChunkCacheContents cache;
  private final HotChunksFile file;
  private final WarmingPace pace;
  private final Faults faults;
  private final WarmingProgress progress = new WarmingProgress();

  private CacheWarming(
      @Nullable ChunkCacheContents cache, HotChunksFile file, WarmingPace pace, Faults faults) {
    this.cache = cache;
    this.file = file;
    this.pace = pace;
    this.faults = faults;
  }

  /**
   * The warming of this node's cache, which does nothing if the node has no chunk cache.
   *
   * @param perSecond chunks to read per second at most
   */
  public static CacheWarming ofThisNode(int perSecond, Faults faults) {
    ChunkCacheContents cache = null;
    try {
      // A warm cache helps only while reads are sent to warm replicas.
      cache = Platform.ofThisNode().ordersReadsBySnitch() ? ChunkCacheContents.ofThisNode() : null;
    } catch (ReflectiveOperationException | RuntimeException e) {
      logger.error(
          "Goodput does not know this version's chunk cache; it is not warmed after a restart", e);
    }
    return new CacheWarming(
        cache,
        new HotChunksFile(new File(DatabaseDescriptor.getSavedCachesLocation(), FILE)),
        new WarmingPace(perSecond),
        faults);
  }

  /** Starts to fill the cache as soon as the node's files are open, and to keep the list. */
  public void start() {
    if (cache == null) {
      return;
    }
    List<HotChunk> chunks = listed();
    if (!chunks.isEmpty()) {
      progress.begin(chunks.size());
      new WarmingReaders(cache, chunks, pace, progress, faults).start();
    }
    new HotChunksSaver(cache, file, progress, faults).start();
  }

  private List<HotChunk> listed() {
    try {
      return file.read();
    } catch (IOException | RuntimeException e) {
      faults.report("reading what the cache held", e);
      return List.of();
    }
  }

  /**
   * Returns when the cache is filled, at the latest after this time. Use it before the node joins
   * the others: until then the disk has nothing else to do.
   */
  public void await(Duration longest) {
    if (progress.wanted() > 0 && !longest.isZero()) {
      boolean all = progress.await(longest);
      logger.info(
          "Before joining, {} of {} hot chunks were read{}",
          progress.read(),
          progress.wanted(),
          all ? "" : "; the others are read in the background");
    }
  }

  /** Whether the cache still has to be filled. */
  public boolean isUnderWay() {
    return progress.isUnderWay();
  }

  /** Chunks that the cache held before the restart, as far as the list says. */
  public long wanted() {
    return progress.wanted();
  }

  /** Wanted chunks that were read, were cached already, no longer exist, or did not fit. */
  public long done() {
    return progress.done();
  }

  /** Wanted chunks that were read from disk. */
  public long read() {
    return progress.read();
  }
}
