package io.goodput.cassandra.heat;

import java.util.function.LongSupplier;
import org.apache.cassandra.cache.ChunkCache;
import org.apache.cassandra.metrics.ChunkCacheMetrics;
import org.jspecify.annotations.Nullable;

/** Cassandra's chunk cache: blocks of data files, as they are after decompression. */
public final class ChunkCacheHeat implements HeatSource {

  private final ChunkCacheMetrics metrics;

  private final LongSupplier fills;

  private ChunkCacheHeat(ChunkCacheMetrics metrics, LongSupplier fills) {
    this.metrics = metrics;
    this.fills = fills;
  }

  /**
   * Of this node; null if it runs without the cache, as it does by default.
   *
   * @param fills chunks that have been read to warm the cache
   */
  public static @Nullable ChunkCacheHeat ofThisNode(LongSupplier fills) {
    return ChunkCache.instance == null
        ? null
        : new ChunkCacheHeat(ChunkCache.instance.metrics, fills);
  }

  @Override
  public long hits() {
    return metrics.hits.getCount();
  }

  @Override
  public long reads() {
    return metrics.requests.getCount();
  }

  @Override
  public long fills() {
    return fills.getAsLong();
  }
}
