package io.goodput.buckets.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import io.goodput.buckets.BucketsBuilder;
import io.goodput.buckets.DefinedLimits;
import io.goodput.buckets.store.BucketStore;
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

  /**
   * The limits that are defined in a keyspace, to read and change them.
   *
   * @param session stays open
   * @param keyspace as in {@link #on}, with the tables
   */
  public static DefinedLimits limits(CqlSession session, String keyspace) {
    return new CassandraLimits(session, keyspace);
  }
}
