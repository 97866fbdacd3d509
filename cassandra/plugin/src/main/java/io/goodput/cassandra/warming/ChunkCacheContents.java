package io.goodput.cassandra.warming;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Policy;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import org.apache.cassandra.cache.ChunkCache;
import org.apache.cassandra.io.sstable.format.SSTableReader;
import org.apache.cassandra.io.util.ChunkReader;
import org.apache.cassandra.io.util.FileHandle;
import org.apache.cassandra.io.util.RebuffererFactory;
import org.apache.cassandra.utils.concurrent.Ref;
import org.jspecify.annotations.Nullable;

/**
 * The contents of Cassandra's chunk cache, which has no public access: this class reflects on the
 * cache of versions 4.1 and 5.0. Chunks that it puts into the cache count neither as hits nor as
 * misses. Thread-safe.
 */
final class ChunkCacheContents {

  private static final String DATA_FILE = "-Data.db";

  private final ChunkCache chunkCache;
  private final Cache<Object, Object> cache;
  private final Policy.Eviction<Object, Object> eviction;
  private final Constructor<?> newKey;
  private final Field path;
  private final Field position;
  private final Field dataFile;
  private final Class<?> cachingFile;
  private final Field source;
  private final Method load;

  private ChunkCacheContents(ChunkCache chunkCache) throws ReflectiveOperationException {
    Class<?> key = Class.forName(ChunkCache.class.getName() + "$Key");
    this.chunkCache = chunkCache;
    this.cache = cacheOf(chunkCache);
    this.eviction = cache.policy().eviction().orElseThrow();
    this.newKey = key.getDeclaredConstructor(ChunkReader.class, long.class);
    this.newKey.setAccessible(true);
    this.path = field(key, "path");
    this.position = field(key, "position");
    this.dataFile = field(SSTableReader.class, "dfile");
    this.cachingFile = Class.forName(ChunkCache.class.getName() + "$CachingRebufferer");
    this.source = field(cachingFile, "source");
    this.load = ChunkCache.class.getMethod("load", key);
    this.load.setAccessible(true);
  }

  /**
   * The cache of this node; null if it has none, which is Cassandra's default.
   *
   * @throws ReflectiveOperationException if this version of Cassandra has another cache
   */
  static @Nullable ChunkCacheContents ofThisNode() throws ReflectiveOperationException {
    return ChunkCache.instance == null ? null : new ChunkCacheContents(ChunkCache.instance);
  }

  /** Chunks of data files, the most used ones first, up to a limit. */
  List<HotChunk> hottest(int limit) throws ReflectiveOperationException {
    List<HotChunk> chunks = new ArrayList<>();
    for (Object key : eviction.hottest(limit).keySet()) {
      String file = (String) path.get(key);
      if (file.endsWith(DATA_FILE)) {
        chunks.add(new HotChunk(file, position.getLong(key)));
      }
    }
    return chunks;
  }

  /** Whether this number of average chunks fits without evicting others. */
  boolean hasRoomFor(int chunks) {
    long size = eviction.weightedSize().orElse(0);
    long average = size / Math.max(1, cache.estimatedSize());
    return size + chunks * average <= eviction.getMaximum();
  }

  /** Reads a chunk into the cache; false if it was cached already, or its file is gone. */
  boolean read(SSTableReader file, long position) throws ReflectiveOperationException {
    Ref<SSTableReader> used = file.tryRef();
    if (used == null) {
      return false;
    }
    try {
      Object key = key(file, position);
      if (key == null || cache.asMap().containsKey(key)) {
        return false;
      }
      cache.put(key, load.invoke(chunkCache, key));
      return true;
    } finally {
      used.release();
    }
  }

  /** Marks a cached chunk as used. Reads nothing from disk. */
  void touch(SSTableReader file, long position) throws ReflectiveOperationException {
    Ref<SSTableReader> used = file.tryRef();
    if (used == null) {
      return;
    }
    try {
      Object key = key(file, position);
      if (key != null) {
        Object unused = cache.asMap().get(key);
      }
    } finally {
      used.release();
    }
  }

  /** Applies the touches so far, because the cache drops those that exceed its buffer. */
  void applyTouches() {
    cache.cleanUp();
  }

  /** The key of a chunk; null if the file is not cached or is shorter. */
  private @Nullable Object key(SSTableReader file, long position)
      throws ReflectiveOperationException {
    RebuffererFactory chunks = ((FileHandle) dataFile.get(file)).rebuffererFactory();
    return cachingFile.isInstance(chunks) && position < chunks.fileLength()
        ? newKey.newInstance(source.get(chunks), position)
        : null;
  }

  @SuppressWarnings("unchecked")
  private static Cache<Object, Object> cacheOf(ChunkCache chunkCache)
      throws ReflectiveOperationException {
    return (Cache<Object, Object>) field(ChunkCache.class, "cache").get(chunkCache);
  }

  private static Field field(Class<?> owner, String name) throws ReflectiveOperationException {
    Field field = owner.getDeclaredField(name);
    field.setAccessible(true);
    return field;
  }
}
