package io.goodput.buckets.cassandra;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import io.goodput.buckets.BucketException;
import io.goodput.core.bucket.Rates;
import io.goodput.core.time.Nanos;
import io.goodput.core.time.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The limits that an operator has defined for all buckets whose ids have a prefix. They are read
 * again every {@value #SECONDS} seconds. Thread-safe.
 */
final class BucketClasses {

  static final String TABLE = "goodput_token_bucket_classes";

  private static final long SECONDS = 10;
  private static final long LONGEST_READ = 10 * Nanos.PER_SECOND;

  /** All rows are in one partition, so that one read finds them. */
  private static final String PARTITION = "all";

  private final CqlSession session;
  private final Table table;
  private final Consistency consistency;
  private final TimeSource time;
  private final AtomicReference<@Nullable Known> known = new AtomicReference<>();

  BucketClasses(CqlSession session, String keyspace, Consistency consistency, TimeSource time) {
    this.session = session;
    this.table = new Table(session, keyspace, TABLE);
    this.consistency = consistency;
    this.time = time;
  }

  /** The buckets whose ids have a prefix. */
  private record BucketClass(String prefix, List<Long> limits) {

    Rates rates() {
      try {
        return Rates.of(limits.stream().mapToLong(number -> number).toArray());
      } catch (IllegalArgumentException e) {
        throw new BucketException(
            ("The limits that are defined for the prefix '%s' are wrong (%s): write them as"
                    + " [tokens, microseconds, burst], or delete the row.")
                .formatted(prefix, e.getMessage()),
            e);
      }
    }
  }

  /** All classes, those of longer prefixes first. */
  private record Known(List<BucketClass> all, long at) {}

  /** Creates the table if it does not exist. */
  void create() {
    table.create(
        """
        partition text,
        prefix text,
        limits frozen<list<bigint>>,
        PRIMARY KEY (partition, prefix)
        """);
  }

  /**
   * The limits of the longest prefix of an id; null if there are none.
   *
   * @param nanos longest time for a request
   * @throws DriverException if the classes have never been read, and cannot be
   * @throws BucketException if the limits of the prefix are wrong
   */
  @Nullable Rates limits(String id, long nanos) {
    for (BucketClass one : known(nanos).all()) {
      if (id.startsWith(one.prefix())) {
        return one.rates();
      }
    }
    return null;
  }

  private Known known(long nanos) {
    Known seen = known.get();
    long now = time.monotonicNanos();
    if (seen == null) {
      Known first = new Known(read(nanos), now);
      known.set(first);
      return first;
    }
    Known renewed = new Known(seen.all(), now);
    if (now - seen.at() < SECONDS * Nanos.PER_SECOND || !known.compareAndSet(seen, renewed)) {
      return seen;
    }
    try {
      Known fresh = new Known(read(nanos), now);
      known.compareAndSet(renewed, fresh);
      return fresh;
    } catch (DriverException e) {
      // The bucket's own request will say why.
      return seen;
    }
  }

  private List<BucketClass> read(long nanos) {
    List<BucketClass> all = new ArrayList<>();
    for (Row row :
        session.execute(
            statement("SELECT prefix, limits FROM %s WHERE partition = ?", PARTITION)
                .setConsistencyLevel(consistency.quorum())
                .setTimeout(Duration.ofNanos(nanos)))) {
      List<Long> limits = row.getList("limits", Long.class);
      all.add(new BucketClass(String.valueOf(row.getString("prefix")), limits));
    }
    all.sort(Comparator.comparing((BucketClass one) -> one.prefix().length()).reversed());
    return all;
  }

  /**
   * The limits of all prefixes.
   *
   * @throws BucketException if some are wrong
   */
  SortedMap<String, Rates> all() {
    SortedMap<String, Rates> all = new TreeMap<>();
    read(LONGEST_READ).forEach(one -> all.put(one.prefix(), one.rates()));
    return all;
  }

  /** Writes the limits of a prefix; null deletes them. */
  void define(String prefix, @Nullable Rates limits) {
    session.execute(
        limits == null
            ? statement("DELETE FROM %s WHERE partition = ? AND prefix = ?", PARTITION, prefix)
            : statement(
                "UPDATE %s SET limits = ? WHERE partition = ? AND prefix = ?",
                BucketRows.list(limits.numbers()), PARTITION, prefix));
  }

  private SimpleStatement statement(String cql, Object... values) {
    return SimpleStatement.newInstance(cql.formatted(table.qualified()), values)
        .setConsistencyLevel(ConsistencyLevel.QUORUM)
        .setIdempotent(true);
  }
}
