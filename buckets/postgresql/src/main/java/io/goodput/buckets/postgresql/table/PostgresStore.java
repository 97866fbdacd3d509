package io.goodput.buckets.postgresql.table;

import io.goodput.buckets.BucketException;
import io.goodput.buckets.StoreException;
import io.goodput.buckets.postgresql.database.Database;
import io.goodput.buckets.store.BucketStore;
import io.goodput.buckets.store.SingleTask;
import io.goodput.buckets.store.Workers;
import io.goodput.core.bucket.Grant;
import io.goodput.core.bucket.Leases;
import io.goodput.core.bucket.Rates;
import io.goodput.core.bucket.TokenRequest;
import io.goodput.core.time.Nanos;
import io.goodput.core.time.TimeSource;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** Keeps each bucket in a row of the table. Thread-safe. */
public final class PostgresStore implements BucketStore {

  private static final String ACQUIRE =
      """
      SELECT granted, remaining, taken_at, mark, enough_in, full_in, waited, in_force::text,
        virtual_time, last_grant, end_in, levels::text
      FROM ${schema}.rate_limiting_lease(?, ?::bigint[], ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """;

  /** Requests for several buckets. There is no row for a bucket whose row is locked. */
  private static final String ACQUIRE_ALL =
      """
      SELECT granted, remaining, taken_at, mark, enough_in, full_in, waited, in_force::text,
        virtual_time, last_grant, end_in, levels::text, n
      FROM ${schema}.rate_limiting_leases(?::text[], ?::text[], ?::bigint[], ?::bigint[],
        ?::bigint[], ?::bigint[], ?::bigint[], ?::bigint[], ?::bigint[], ?::bigint[], ?::bigint[],
        ?)
      """;

  /** The SQL form of {@link io.goodput.core.bucket.BucketState#giveBack}. */
  private static final String GIVE_BACK =
      """
      UPDATE ${schema}.rate_limiting_token_bucket b SET tk = tk + given.tokens, held = NULL,
        more = (SELECT array_agg(CASE n % 2 WHEN 1 THEN v + given.tokens ELSE v END ORDER BY n)
          FROM unnest(b.more) WITH ORDINALITY AS u(v, n))
      FROM (SELECT ?::bigint AS tokens, ?::bigint AS at, ?::bigint AS mark, ?::bigint[] AS limits,
          set_config('lock_timeout', ?, true) AS timeout)
        given
      WHERE b.id = ? AND given.timeout IS NOT NULL AND b.limits = given.limits
        AND b.ts <= timestamptz 'epoch' + given.at * interval '1 microsecond'
        AND given.mark = b.tk + CASE WHEN given.limits[2] < 0 THEN 0 ELSE given.limits[1]
          * ((given.at - round(extract(epoch FROM b.ts) * 1000000)::bigint) / given.limits[2])
          + given.limits[1]
          * ((given.at - round(extract(epoch FROM b.ts) * 1000000)::bigint) % given.limits[2])
          / given.limits[2] END
      """;

  private static final String WITHDRAW =
      """
      UPDATE ${schema}.rate_limiting_token_bucket b SET stated_at = NULL
      FROM (SELECT set_config('lock_timeout', ?, true) AS timeout) given
      WHERE b.id = ? AND given.timeout IS NOT NULL AND b.limits = ?::bigint[]
      """;

  /** How long a request together with others waits for a new row of another transaction. */
  private static final int LOCK_MILLIS = 20;

  /** Clocks of two machines may run apart by a 64th. */
  private static final int DRIFT_DIVISOR = 64;

  private final Database database;
  private final TimeSource time;
  private final String acquire;
  private final String acquireAll;
  private final String giveBack;
  private final String withdraw;
  private final Schema schema;
  private final boolean prunes;
  private final SingleTask tidying = new SingleTask();

  /**
   * Uses a table that must be installed before the first request.
   *
   * @param prunes whether {@link #tidy} removes the rows of full buckets
   */
  public PostgresStore(Database database, Schema schema, boolean prunes, TimeSource time) {
    this.database = database;
    this.schema = schema;
    this.prunes = prunes;
    this.time = time;
    this.acquire = schema.in(ACQUIRE);
    this.acquireAll = schema.in(ACQUIRE_ALL);
    this.giveBack = schema.in(GIVE_BACK);
    this.withdraw = schema.in(WITHDRAW);
  }

  @Override
  public void install() {
    new Installation(database, schema).install();
  }

  @Override
  public void connect(long millis) throws StoreException {
    run(
        (connection, left) -> {
          try (Statement statement = connection.createStatement()) {
            return statement.execute("SELECT 1");
          }
        },
        millis);
  }

  @Override
  public void tidy(Workers workers) {
    if (prunes) {
      tidying.start(() -> new Pruner(new Pruning(database, schema), workers).start());
    }
  }

  @Override
  public void close() {
    database.close();
  }

  @Override
  public Answer acquire(String id, @Nullable Rates stated, TokenRequest request, long millis)
      throws StoreException {
    return run((connection, left) -> acquire(connection, id, stated, request, 0, left), millis);
  }

  @Override
  public void refund(String id, @Nullable Rates stated, long tokens, long millis)
      throws StoreException {
    // Repeated, it might put the tokens back twice.
    explained(
        () ->
            database.runOnce(
                (connection, left) ->
                    acquire(connection, id, stated, TokenRequest.NOTHING, tokens, left),
                millis));
  }

  private Answer acquire(
      Connection connection,
      String id,
      @Nullable Rates stated,
      TokenRequest request,
      long refunded,
      long millis)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(acquire)) {
      statement.setString(1, id);
      statement.setString(2, stated == null ? null : LimitsArray.of(stated.numbers()));
      statement.setLong(3, request.least());
      statement.setLong(4, request.due());
      statement.setLong(5, request.most());
      statement.setLong(6, request.life());
      statement.setLong(7, refunded);
      statement.setInt(8, (int) millis);
      statement.setLong(9, request.reserve());
      statement.setLong(10, request.start());
      statement.setLong(11, request.longestWait());
      statement.setLong(12, request.spent().grant());
      statement.setLong(13, request.spent().early());
      long sent = time.monotonicNanos();
      try (ResultSet row = statement.executeQuery()) {
        row.next();
        return answer(row, stated, sent);
      }
    }
  }

  /** Sent at a moment of the monotonic clock. */
  private static Answer answer(ResultSet row, @Nullable Rates stated, long sent)
      throws SQLException {
    long waited = row.getLong(7) * Nanos.PER_MICRO;
    return new Answer(
        new Grant(
            row.getLong(1),
            row.getLong(2),
            row.getLong(3),
            row.getLong(4),
            row.getLong(5),
            row.getLong(6),
            row.getLong(9),
            row.getLong(10),
            row.getObject(11) == null ? Long.MAX_VALUE : row.getLong(11),
            levels(row.getString(12))),
        sent + waited - waited / DRIFT_DIVISOR,
        inForce(stated, row.getString(8)));
  }

  /** The function returns null if there is one limit. */
  private static List<Long> levels(@Nullable String array) {
    return array == null ? List.of() : Arrays.stream(LimitsArray.read(array)).boxed().toList();
  }

  @Override
  public boolean combines() {
    return true;
  }

  @Override
  public List<@Nullable Answer> acquireAll(List<Wanted> wanted) throws StoreException {
    long millis = wanted.stream().mapToLong(Wanted::millis).min().orElseThrow();
    return run((connection, left) -> acquireAll(connection, wanted), millis);
  }

  private List<@Nullable Answer> acquireAll(Connection connection, List<Wanted> wanted)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(acquireAll)) {
      statement.setArray(1, texts(connection, wanted, Wanted::id));
      statement.setArray(2, texts(connection, wanted, PostgresStore::statedLimits));
      List<ToLongFunction<TokenRequest>> columns =
          List.of(
              TokenRequest::least,
              TokenRequest::due,
              TokenRequest::most,
              TokenRequest::life,
              TokenRequest::reserve,
              TokenRequest::start,
              TokenRequest::longestWait,
              request -> request.spent().grant(),
              request -> request.spent().early());
      for (int i = 0; i < columns.size(); i++) {
        statement.setArray(3 + i, numbers(connection, wanted, columns.get(i)));
      }
      statement.setInt(3 + columns.size(), LOCK_MILLIS);
      @Nullable Answer[] answers = new @Nullable Answer[wanted.size()];
      long sent = time.monotonicNanos();
      try (ResultSet row = statement.executeQuery()) {
        while (row.next()) {
          int index = row.getInt(13) - 1;
          answers[index] = answer(row, wanted.get(index).stated(), sent);
        }
      }
      return Arrays.asList(answers);
    }
  }

  private static @Nullable String statedLimits(Wanted wanted) {
    Rates stated = wanted.stated();
    return stated == null ? null : LimitsArray.of(stated.numbers());
  }

  private static Array texts(
      Connection connection, List<Wanted> wanted, Function<Wanted, @Nullable String> text)
      throws SQLException {
    return connection.createArrayOf("text", wanted.stream().map(text).toArray());
  }

  private static Array numbers(
      Connection connection, List<Wanted> wanted, ToLongFunction<TokenRequest> number)
      throws SQLException {
    return connection.createArrayOf(
        "bigint",
        wanted.stream().map(one -> number.applyAsLong(one.request())).toArray(Long[]::new));
  }

  /** The function returns null if the stated limits are in force. */
  private static Rates inForce(@Nullable Rates stated, @Nullable String others) {
    if (others != null) {
      return Rates.of(LimitsArray.read(others));
    }
    return stated == null ? Rates.UNKNOWN : stated;
  }

  @Override
  public void giveBack(String id, Rates inForce, Leases.Unspent unspent, long millis)
      throws StoreException {
    // Repeated, it might put the tokens back twice.
    explained(
        () ->
            database.runOnce(
                (connection, left) -> giveBack(connection, id, inForce, unspent, left), millis));
  }

  private int giveBack(
      Connection connection, String id, Rates inForce, Leases.Unspent unspent, long millis)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(giveBack)) {
      statement.setLong(1, unspent.tokens());
      statement.setLong(2, unspent.grant().at());
      statement.setLong(3, unspent.grant().mark());
      statement.setString(4, LimitsArray.of(inForce.numbers()));
      statement.setString(5, Long.toString(millis));
      statement.setString(6, id);
      return statement.executeUpdate();
    }
  }

  @Override
  public void withdraw(String id, Rates stated, long millis) throws StoreException {
    run(
        (connection, left) -> {
          try (PreparedStatement statement = connection.prepareStatement(withdraw)) {
            statement.setString(1, Long.toString(left));
            statement.setString(2, id);
            statement.setString(3, LimitsArray.of(stated.numbers()));
            return statement.executeUpdate();
          }
        },
        millis);
  }

  private <T> T run(Database.Work<T> work, long millis) throws StoreException {
    return explained(() -> database.run(work, millis));
  }

  @FunctionalInterface
  private interface Transaction<T> {
    T run() throws SQLException;
  }

  private static <T> T explained(Transaction<T> transaction) throws StoreException {
    try {
      return transaction.run();
    } catch (SQLException e) {
      BucketException problem = Diagnosis.of(e);
      if (problem != null) {
        throw problem;
      }
      throw Diagnosis.failure(e);
    }
  }
}
