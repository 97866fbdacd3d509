package io.goodput.cassandra.heat;

import java.util.function.LongSupplier;
import org.apache.cassandra.cache.ChunkCache;
import org.apache.cassandra.metrics.ChunkCacheMetrics;
import org.jspecify.annotations.Nullable;

/** The hit rate of Cassandra's chunk cache, which holds decompressed blocks of data files. */
public final class ChunkCacheHeat implements HeatSource {

  private final ChunkCacheMetrics metrics;
  private final LongSupplier fills;

  private ChunkCacheHeat(ChunkCacheMetrics metrics, LongSupplier fills) {
    this.metrics = metrics;
    this.fills = fills;
  }

  /**
   * The heat of this node; null if it has no chunk cache, which is Cassandra's default.
   *
   * @param fills the number of chunks read to warm the cache
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
