package io.goodput.buckets.cassandra;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import io.goodput.buckets.BucketException;
import io.goodput.buckets.DefinedLimits;
import io.goodput.buckets.Limits;
import io.goodput.buckets.store.BucketId;
import io.goodput.core.bucket.Rates;
import io.goodput.core.time.TimeSource;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The limits that are defined in the tables, for all data centers. Thread-safe. */
final class CassandraLimits implements DefinedLimits {

  /** How long a row says that no limits are defined. */
  private static final int UNDEFINED_SECONDS = 10 * 24 * 3_600;

  private static final long[] NONE = {};

  private final CqlSession session;
  private final Table table;
  private final BucketClasses classes;

  CassandraLimits(CqlSession session, String keyspace) {
    this.session = session;
    this.table = new Table(session, keyspace, BucketRows.TABLE);
    this.classes =
        new BucketClasses(session, keyspace, Consistency.EVERYWHERE, TimeSource.system());
  }

  @Override
  public void define(String id, Limits limits) {
    BucketId.checked(id);
    execute(() -> write(id, limits.numbers(), 0));
  }

  /**
   * No limits are an empty list instead of a tombstone, which a replica that was down could
   * outlive.
   */
  @Override
  public boolean undefine(String id) {
    return execute(
        () -> {
          boolean isDefined = read(id) != null;
          write(id, NONE, UNDEFINED_SECONDS);
          return isDefined;
        });
  }

  @Override
  public Optional<Limits> find(String id) {
    return execute(() -> Optional.ofNullable(read(id)).map(rates -> Limits.of(rates.numbers())));
  }

  @Override
  public void defineClass(String prefix, Limits limits) {
    Rates rates = Rates.of(limits.numbers());
    String checked = prefix.isEmpty() ? prefix : BucketId.checked(prefix);
    execute(
        () -> {
          classes.define(checked, rates);
          return true;
        });
  }

  @Override
  public boolean undefineClass(String prefix) {
    return execute(
        () -> {
          boolean isDefined = classes.all().containsKey(prefix);
          classes.define(prefix, null);
          return isDefined;
        });
  }

  @Override
  public SortedMap<String, Limits> classes() {
    SortedMap<String, Limits> all = new TreeMap<>();
    execute(classes::all).forEach((prefix, rates) -> all.put(prefix, Limits.of(rates.numbers())));
    return all;
  }

  private @Nullable Rates read(String id) {
    Row row = session.execute(statement("SELECT defined FROM %s WHERE id = ?", id)).one();
    return row == null ? null : defined(id, row);
  }

  private boolean write(String id, long[] numbers, int seconds) {
    return session
        .execute(
            statement(
                "UPDATE %s USING TTL " + seconds + " SET defined = ? WHERE id = ?",
                BucketRows.list(numbers),
                id))
        .wasApplied();
  }

  private SimpleStatement statement(String cql, Object... values) {
    return SimpleStatement.newInstance(cql.formatted(table.qualified()), values)
        .setConsistencyLevel(ConsistencyLevel.QUORUM)
        .setIdempotent(true);
  }

  /** The limits that a row defines; null if it defines none. */
  static @Nullable Rates defined(String id, Row row) {
    List<Long> numbers = row.getList("defined", Long.class);
    if (numbers == null || numbers.isEmpty()) {
      return null;
    }
    try {
      return Rates.of(numbers.stream().mapToLong(number -> number).toArray());
    } catch (IllegalArgumentException e) {
      throw new BucketException(
          ("The limits that are defined for bucket '%s' are wrong (%s): write them as [tokens,"
                  + " microseconds, burst], or delete the column 'defined'.")
              .formatted(id, e.getMessage()),
          e);
    }
  }

  private static <T> T execute(Supplier<T> statements) {
    try {
      return statements.get();
    } catch (DriverException e) {
      throw new BucketException(
          "Cannot read or define limits: %s. Check that the buckets are installed in this keyspace."
              .formatted(e.getMessage()),
          e);
    }
  }
}
