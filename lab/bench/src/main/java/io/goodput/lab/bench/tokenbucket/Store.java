package io.goodput.lab.bench.tokenbucket;

/** Where the clients of a case keep their buckets. For one thread. */
interface Store extends AutoCloseable {

  /** How a client finds it; may contain a password. */
  String url();

  /** Name and version. */
  String version();

  /** Whether a commit is on disk before its answer, as the server reports it. */
  boolean isDurable();

  /** Seconds on the store's clock: that of this machine, unless the server tells its own. */
  default double seconds() {
    return System.currentTimeMillis() / 1e3;
  }

  /**
   * What keeps clients of a case from their tokens.
   *
   * @param prefix of the ids of the case
   */
  default Trouble trouble(BucketCase.Load load, String prefix) {
    return this::url;
  }

  /** Removes the benchmark's buckets, unless they disappear on their own. */
  default void clear() {}

  @Override
  void close();
}
