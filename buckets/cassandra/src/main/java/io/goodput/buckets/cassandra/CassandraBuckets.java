package io.goodput.buckets.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import io.goodput.buckets.BucketsBuilder;
import io.goodput.buckets.Limits;
import io.goodput.buckets.store.BucketId;
import io.goodput.buckets.store.BucketStore;
import io.goodput.core.bucket.Rates;
import io.goodput.core.time.TimeSource;
import java.util.function.Consumer;

/**
 * Token buckets in Cassandra. A request is a read and a lightweight transaction on one row; leases
 * make that a few per second for each process and bucket.
 *
 * <pre>
 * try (TokenBuckets buckets = CassandraBuckets.on(session, "billing").open().install()) {
 *   buckets.bucket("tenant-42", Limit.of(100).per(Duration.ofMinutes(1))).tryAcquire();
 * }
 * </pre>
 *
 * <p>The clock of a bucket is that of the coordinator of each request, in milliseconds. The row
 * follows the fastest clock. Over any span, the inflow is up to rate x d more, where d is the
 * largest difference between the clocks of the nodes.
 */
public final class CassandraBuckets extends BucketsBuilder<CassandraBuckets> {

  private final CqlSession session;
  private final String keyspace;
  private Consistency consistency = Consistency.EVERYWHERE;

  private CassandraBuckets(CqlSession session, String keyspace) {
    this.session = session;
    this.keyspace = keyspace;
  }

  /**
   * Keeps buckets in the table {@code goodput_token_buckets} of a keyspace.
   *
   * @param session stays open when the buckets are closed
   * @param keyspace that exists, as in CQL without quotes
   * @return a builder of buckets whose rows expire when they are full
   */
  public static CassandraBuckets on(CqlSession session, String keyspace) {
    return new CassandraBuckets(session, keyspace);
  }

  /**
   * Lets the replicas in the driver's data center decide, at LOCAL_SERIAL and LOCAL_QUORUM. The
   * limits then hold as long as no process in another data center uses the same bucket.
   */
  public CassandraBuckets inLocalDataCenter() {
    consistency = Consistency.LOCAL;
    return this;
  }

  /**
   * Opens the store.
   *
   * @hidden not part of the API
   */
  @Override
  protected BucketStore store(int concurrency, Consumer<String> onRetry, TimeSource time) {
    return new CassandraStore(session, keyspace, consistency, time);
  }

  /** A store for definitions, which all data centers get. */
  private static CassandraStore store(CqlSession session, String keyspace) {
    return new CassandraStore(session, keyspace, Consistency.EVERYWHERE, TimeSource.system());
  }

  /**
   * Defines the limits of a bucket. They are in force from the next request on, whatever processes
   * state.
   *
   * @param keyspace as in {@link #on}, with the table
   * @param id of the bucket, which need not exist
   * @throws IllegalArgumentException if the id is invalid
   * @throws io.goodput.buckets.BucketException if Cassandra does not execute it
   */
  public static void define(CqlSession session, String keyspace, String id, Limits limits) {
    store(session, keyspace).define(BucketId.checked(id), Rates.of(limits.numbers()));
  }

  /**
   * Lets processes state the limits of a bucket again.
   *
   * @param keyspace as in {@link #on}, with the table
   * @throws io.goodput.buckets.BucketException if Cassandra does not execute it
   */
  public static void undefine(CqlSession session, String keyspace, String id) {
    store(session, keyspace).define(id, null);
  }

  /**
   * Defines the limits of all buckets whose ids start with a prefix, unless they have limits of
   * their own, or a longer prefix has. They are in force within 10 seconds.
   *
   * @param keyspace as in {@link #on}, with the tables
   * @param prefix 0 to 1024 bytes
   * @throws IllegalArgumentException if the prefix is invalid
   * @throws io.goodput.buckets.BucketException if Cassandra does not execute it
   */
  public static void defineClass(
      CqlSession session, String keyspace, String prefix, Limits limits) {
    store(session, keyspace)
        .defineClass(
            prefix.isEmpty() ? prefix : BucketId.checked(prefix), Rates.of(limits.numbers()));
  }

  /**
   * Removes the limits of a prefix.
   *
   * @param keyspace as in {@link #on}, with the tables
   * @throws io.goodput.buckets.BucketException if Cassandra does not execute it
   */
  public static void undefineClass(CqlSession session, String keyspace, String prefix) {
    store(session, keyspace).defineClass(prefix, null);
  }
}
