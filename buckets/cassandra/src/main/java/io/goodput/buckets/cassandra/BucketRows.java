package io.goodput.buckets.cassandra;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.DriverTimeoutException;
import com.datastax.oss.driver.api.core.connection.ClosedConnectionException;
import com.datastax.oss.driver.api.core.connection.HeartbeatException;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.servererrors.CASWriteUnknownException;
import com.datastax.oss.driver.api.core.servererrors.WriteTimeoutException;
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
  private final Table table;
  private final Consistency consistency;
  private volatile @Nullable Statements statements;

  BucketRows(CqlSession session, String keyspace, Consistency consistency) {
    this.session = session;
    this.table = new Table(session, keyspace, TABLE);
    this.consistency = consistency;
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
      PreparedStatement version,
      PreparedStatement clock,
      PreparedStatement insert,
      PreparedStatement update) {}

  /** Creates the table if it does not exist. */
  void create() {
    table.create(
        """
        id text PRIMARY KEY,
        limits frozen<list<bigint>>,
        counts frozen<list<bigint>>,
        stated_at bigint,
        version uuid,
        defined frozen<list<bigint>>,
        virtual_time bigint,
        last_grant bigint
        """);
  }

  /**
   * Reads a row. A transaction may be under way that this does not see; {@link #write} then does
   * nothing, because the version has changed.
   */
  Read read(String id, long nanos) {
    Statements prepared = prepared();
    Row row = one(prepared.read().bind(id), consistency.quorum(), nanos);
    if (row == null) {
      Row clock = Objects.requireNonNull(one(prepared.clock().bind(), ConsistencyLevel.ONE, nanos));
      return new Read(null, null, null, micros(clock));
    }
    Rates defined = CassandraLimits.defined(id, row);
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

  /**
   * Writes a row if no one has changed it since it was read. Returns whether it did.
   *
   * @throws UnknownOutcome if it may have done so
   */
  boolean write(String id, Read read, StoredRow row, long nanos) throws UnknownOutcome {
    UUID version = UUID.randomUUID();
    BoundStatement write =
        (read.version() == null ? prepared().insert() : prepared().update())
            .bind()
            .setInt("ttl", ttl(row, read.now()))
            .setList("limits", list(row.inForce().numbers()), Long.class)
            .setList("counts", list(counts(row.state())), Long.class)
            .setLong("stated_at", row.statedAt())
            .setLong("virtual_time", row.state().virtualTime())
            .setLong("last_grant", row.state().lastGrant())
            .setUuid("version", version)
            .setString("id", id);
    if (read.version() != null) {
      write = write.setUuid("seen", read.version());
    }
    try {
      return session
          .execute(
              write
                  .setConsistencyLevel(consistency.quorum())
                  .setSerialConsistencyLevel(consistency.serial())
                  // The rest of the time is for finding out what has become of it.
                  .setTimeout(Duration.ofNanos(2 * nanos / 3))
                  // Another attempt would find the first one's version.
                  .setIdempotent(false))
          .wasApplied();
    } catch (WriteTimeoutException
        | CASWriteUnknownException
        | ClosedConnectionException
        | HeartbeatException
        | DriverTimeoutException e) {
      throw new UnknownOutcome(version, e);
    }
  }

  /** In seconds; 0 for a row that does not expire. */
  private static int ttl(StoredRow row, long now) {
    long seconds = row.fullIn(now) / MICROS + EXTRA_SECONDS;
    return row.isFullAtFirst() && seconds <= LONGEST_TTL ? (int) seconds : 0;
  }

  /** A write of which it is not known whether it was executed. */
  static final class UnknownOutcome extends Exception {

    private static final long serialVersionUID = 1;

    private final UUID version;
    private final DriverException failure;

    UnknownOutcome(UUID version, DriverException failure) {
      super(failure);
      this.version = version;
      this.failure = failure;
    }

    DriverException failure() {
      return failure;
    }
  }

  /**
   * Ends a write whose outcome is unknown: this read completes it or keeps it from being executed.
   * Returns whether the row is as the write has left it.
   */
  boolean settle(String id, UnknownOutcome outcome, long nanos) {
    Row row = one(prepared().version().bind(id), consistency.serial(), nanos);
    return row != null && outcome.version.equals(row.getUuid("version"));
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
              .formatted(table.qualified());
      seen =
          new Statements(
              session.prepare(
                  """
                  SELECT limits, counts, stated_at, version, defined, virtual_time, last_grant,
                    toTimestamp(now()) AS clock
                  FROM %s WHERE id = ?
                  """
                      .formatted(table.qualified())),
              session.prepare("SELECT version FROM %s WHERE id = ?".formatted(table.qualified())),
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
    if (numbers.length % NUMBERS != 0) {
      throw new BucketException(
          "The table %s is of another version of Goodput: drop it, and install the token buckets."
              .formatted(TABLE));
    }
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
