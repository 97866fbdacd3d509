package io.goodput.buckets.cassandra;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import io.goodput.buckets.BucketException;
import io.goodput.buckets.store.StoredRow;
import io.goodput.core.bucket.BucketState;
import io.goodput.core.bucket.Count;
import io.goodput.core.bucket.Rates;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The statements on the table. Thread-safe. */
final class BucketRows {

  static final String TABLE = "goodput_token_buckets";

  /** Beyond the moment at which a bucket is full, in seconds. */
  private static final long EXTRA_SECONDS = 60;

  private static final long MICROS = 1_000_000;

  /** What the column counts has of each limit. */
  private static final int NUMBERS = 3;

  /**
   * Rows of buckets that are full only later do not expire: Cassandra may reject expiries after
   * 2038.
   */
  private static final long LONGEST_TTL = 365L * 24 * 3_600;

  private final CqlSession session;
  private final String table;
  private volatile @Nullable Statements statements;

  BucketRows(CqlSession session, String keyspace) {
    this.session = session;
    this.table = CqlIdentifier.fromInternal(keyspace).asCql(true) + "." + TABLE;
  }

  /**
   * A row, and the clock of the coordinator.
   *
   * @param row null if the bucket has no row
   * @param version of the row; null if the bucket has no row
   * @param defined the limits that an operator has defined; null if none has
   * @param now in microseconds
   */
  record Read(@Nullable StoredRow row, @Nullable UUID version, @Nullable Rates defined, long now) {}

  /** The statements, which need the table. */
  private record Statements(
      PreparedStatement read,
      PreparedStatement clock,
      PreparedStatement insert,
      PreparedStatement update) {}

  /** Creates the table if it does not exist. */
  void create() {
    session.execute(
        """
        CREATE TABLE IF NOT EXISTS %s (
          id text PRIMARY KEY,
          limits frozen<list<bigint>>,
          counts frozen<list<bigint>>,
          stated_at bigint,
          version uuid,
          defined frozen<list<bigint>>,
          virtual_time bigint,
          last_grant bigint
        )
        """
            .formatted(table));
  }

  Read read(String id, long nanos) {
    Statements prepared = prepared();
    Row row = one(prepared.read().bind(id), ConsistencyLevel.SERIAL, nanos);
    if (row == null) {
      Row clock = Objects.requireNonNull(one(prepared.clock().bind(), ConsistencyLevel.ONE, nanos));
      return new Read(null, null, null, micros(clock));
    }
    Rates defined = defined(id, row);
    UUID version = row.getUuid("version");
    if (version == null) {
      return new Read(null, null, defined, micros(row));
    }
    StoredRow stored =
        new StoredRow(
            new BucketState(
                counts(numbers(row, "counts")),
                row.getLong("virtual_time"),
                row.getLong("last_grant")),
            Rates.of(numbers(row, "limits")),
            row.getLong("stated_at"));
    return new Read(stored, version, defined, micros(row));
  }

  private static @Nullable Rates defined(String id, Row row) {
    if (row.isNull("defined")) {
      return null;
    }
    try {
      return Rates.of(numbers(row, "defined"));
    } catch (IllegalArgumentException e) {
      throw new BucketException(
          ("The limits that are defined for bucket '%s' are wrong (%s): write them as [tokens,"
                  + " microseconds, burst], or delete the column 'defined'.")
              .formatted(id, e.getMessage()),
          e);
    }
  }

  /** Writes the limits that an operator defines; null deletes them. */
  void define(String id, @Nullable Rates limits) {
    session.execute(
        SimpleStatement.newInstance(
                "UPDATE %s SET defined = ? WHERE id = ?".formatted(table),
                limits == null ? null : list(limits.numbers()),
                id)
            .setConsistencyLevel(ConsistencyLevel.QUORUM)
            .setIdempotent(true));
  }

  /** Writes a row if no one has changed it since it was read. Returns whether it did. */
  boolean write(String id, Read read, StoredRow row, long nanos) {
    long seconds = row.fullIn(read.now()) / MICROS + EXTRA_SECONDS;
    BoundStatement write =
        (read.version() == null ? prepared().insert() : prepared().update())
            .bind()
            .setInt("ttl", seconds > LONGEST_TTL ? 0 : (int) seconds)
            .setList("limits", list(row.inForce().numbers()), Long.class)
            .setList("counts", list(counts(row.state())), Long.class)
            .setLong("stated_at", row.statedAt())
            .setLong("virtual_time", row.state().virtualTime())
            .setLong("last_grant", row.state().lastGrant())
            .setUuid("version", UUID.randomUUID())
            .setString("id", id);
    if (read.version() != null) {
      write = write.setUuid("seen", read.version());
    }
    return session
        .execute(
            write
                .setConsistencyLevel(ConsistencyLevel.QUORUM)
                .setSerialConsistencyLevel(ConsistencyLevel.SERIAL)
                .setTimeout(Duration.ofNanos(nanos))
                // Another attempt would find the first one's version.
                .setIdempotent(false))
        .wasApplied();
  }

  private @Nullable Row one(BoundStatement statement, ConsistencyLevel level, long nanos) {
    return session
        .execute(
            statement
                .setConsistencyLevel(level)
                .setTimeout(Duration.ofNanos(nanos))
                .setIdempotent(true))
        .one();
  }

  private Statements prepared() {
    Statements seen = statements;
    if (seen == null) {
      // An update makes no row marker, which could outlive the columns. Nulls are no version.
      String write =
          """
          UPDATE %s USING TTL :ttl
          SET limits = :limits, counts = :counts, stated_at = :stated_at, version = :version,
            virtual_time = :virtual_time, last_grant = :last_grant
          WHERE id = :id IF version =
          """
              .formatted(table);
      seen =
          new Statements(
              session.prepare(
                  """
                  SELECT limits, counts, stated_at, version, defined, virtual_time, last_grant,
                    toTimestamp(now()) AS clock
                  FROM %s WHERE id = ?
                  """
                      .formatted(table)),
              session.prepare("SELECT toTimestamp(now()) AS clock FROM system.local"),
              session.prepare(write + " null"),
              session.prepare(write + " :seen"));
      statements = seen;
    }
    return seen;
  }

  private static long micros(Row row) {
    Instant clock = Objects.requireNonNull(row.getInstant("clock"));
    return clock.toEpochMilli() * 1_000;
  }

  private static long[] numbers(Row row, String column) {
    List<Long> numbers = Objects.requireNonNull(row.getList(column, Long.class));
    return numbers.stream().mapToLong(number -> number).toArray();
  }

  static List<Long> list(long[] numbers) {
    return Arrays.stream(numbers).boxed().toList();
  }

  private static List<Count> counts(long[] numbers) {
    List<Count> counts = new ArrayList<>();
    for (int i = 0; i < numbers.length; i += NUMBERS) {
      counts.add(new Count(numbers[i], numbers[i + 1], numbers[i + 2]));
    }
    return counts;
  }

  private static long[] counts(BucketState state) {
    return state.counts().stream()
        .flatMap(count -> List.of(count.tokens(), count.countedAt(), count.held()).stream())
        .mapToLong(number -> number)
        .toArray();
  }
}
