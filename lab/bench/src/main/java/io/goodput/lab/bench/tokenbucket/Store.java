package io.goodput.lab.bench.tokenbucket;

import io.goodput.lab.bench.tokenbucket.BucketCase.Durability;
import org.jspecify.annotations.Nullable;

/** Where the clients of a case keep their buckets. For one thread. */
interface Store extends AutoCloseable {

  /** Each client process has its own, on the clock of this machine. */
  Store MEMORY = new Store() {};

  /** How a client finds it; may contain a password. */
  default String url() {
    return "";
  }

  /** Name and version; empty without a database. */
  default String version() {
    return "";
  }

  /** As the server reports it; null if it has no such setting. */
  default @Nullable Durability durability() {
    return null;
  }

  /** Seconds on the store's clock. */
  default double seconds() {
    return System.currentTimeMillis() / 1e3;
  }

  /** Removes the benchmark's buckets, unless they disappear on their own. */
  default void clear() {}

  @Override
  default void close() {}
}
