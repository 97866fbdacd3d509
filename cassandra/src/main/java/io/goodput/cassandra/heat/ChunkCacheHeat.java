package io.goodput.cassandra.heat;

import org.apache.cassandra.cache.ChunkCache;
import org.apache.cassandra.metrics.ChunkCacheMetrics;
import org.jspecify.annotations.Nullable;

/** Cassandra's chunk cache: blocks of data files, as they are after decompression. */
public final class ChunkCacheHeat implements HeatSource {

  private final ChunkCacheMetrics metrics;

  private ChunkCacheHeat(ChunkCacheMetrics metrics) {
    this.metrics = metrics;
  }

  /** Of this node; null if it runs without the cache, as it does by default. */
  public static @Nullable ChunkCacheHeat ofThisNode() {
    return ChunkCache.instance == null ? null : new ChunkCacheHeat(ChunkCache.instance.metrics);
  }

  @Override
  public long hits() {
    return metrics.hits.getCount();
  }

  @Override
  public long reads() {
    return metrics.requests.getCount();
  }
}
