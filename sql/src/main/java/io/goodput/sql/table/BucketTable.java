package io.goodput.sql.table;

import io.goodput.core.bucket.Grant;
import io.goodput.core.bucket.Leases;
import io.goodput.core.bucket.Rates;
import io.goodput.core.bucket.TokenRequest;
import io.goodput.core.time.Nanos;
import io.goodput.core.time.TimeSource;
import io.goodput.sql.BucketException;
import io.goodput.sql.bucket.BucketStore;
import io.goodput.sql.bucket.Workers;
import io.goodput.sql.database.Database;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** Keeps each bucket in a row of the table. Thread-safe. */
public final class BucketTable implements BucketStore {

  private static final String TAKE =
      """
      SELECT granted, remaining, taken_at, mark, enough_in, full_in, waited, in_force::text,
        virtual_time
      FROM ${schema}.rate_limiting_lease(?, ?::bigint[], ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """;

  /** The SQL form of {@link io.goodput.core.bucket.BucketState#giveBack}. */
  private static final String GIVE_BACK =
      """
      UPDATE ${schema}.rate_limiting_token_bucket b SET tk = tk + given.tokens,
        more = (SELECT array_agg(CASE n % 2 WHEN 1 THEN v + given.tokens ELSE v END ORDER BY n)
          FROM unnest(b.more) WITH ORDINALITY AS u(v, n))
      FROM (SELECT ?::bigint AS tokens, ?::bigint AS at, ?::bigint AS mark, ?::bigint[] AS limits)
        given
      WHERE b.id = ? AND b.limits = given.limits
        AND b.ts <= timestamptz 'epoch' + given.at * interval '1 microsecond'
        AND given.mark = b.tk + given.limits[1]
          * ((given.at - round(extract(epoch FROM b.ts) * 1000000)::bigint) / given.limits[2])
          + given.limits[1]
          * ((given.at - round(extract(epoch FROM b.ts) * 1000000)::bigint) % given.limits[2])
          / given.limits[2]
      """;

  /** Clocks of two machines may run apart by a 64th. */
  private static final int DRIFT_DIVISOR = 64;

  private final Database database;
  private final TimeSource time;
  private final String take;
  private final String giveBack;
  private final Schema schema;
  private final boolean prunes;
  private final AtomicBoolean isTidy = new AtomicBoolean();

  /**
   * Uses a table that must be installed before the first request.
   *
   * @param prunes whether {@link #tidy} removes the rows of full buckets
   */
  public BucketTable(Database database, Schema schema, boolean prunes, TimeSource time) {
    this.database = database;
    this.schema = schema;
    this.prunes = prunes;
    this.time = time;
    this.take = schema.in(TAKE);
    this.giveBack = schema.in(GIVE_BACK);
  }

  @Override
  public void install() {
    new Installation(database, schema).install();
  }

  @Override
  public void tidy(Workers workers) {
    if (prunes && !isTidy.get() && isTidy.compareAndSet(false, true)) {
      new Pruner(new Pruning(database, schema), workers).start();
    }
  }

  @Override
  public void close() {
    database.close();
  }

  @Override
  public Answer take(String id, @Nullable Rates stated, TokenRequest request, long millis)
      throws SQLException {
    return run((connection, left) -> take(connection, id, stated, request, 0, left), millis);
  }

  @Override
  public void refund(String id, @Nullable Rates stated, long tokens, long millis)
      throws SQLException {
    run(
        (connection, left) -> take(connection, id, stated, TokenRequest.NOTHING, tokens, left),
        millis);
  }

  private Answer take(
      Connection connection,
      String id,
      @Nullable Rates stated,
      TokenRequest request,
      long refunded,
      long millis)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(take)) {
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
      long sent = time.monotonicNanos();
      try (ResultSet row = statement.executeQuery()) {
        row.next();
        long waited = row.getLong(7) * Nanos.PER_MICRO;
        return new Answer(
            new Grant(
                row.getLong(1),
                row.getLong(2),
                row.getLong(3),
                row.getLong(4),
                row.getLong(5),
                row.getLong(6),
                row.getLong(9)),
            sent + waited - waited / DRIFT_DIVISOR,
            inForce(stated, row.getString(8)));
      }
    }
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
      throws SQLException {
    run(
        (connection, left) -> {
          try (PreparedStatement statement = connection.prepareStatement(giveBack)) {
            statement.setLong(1, unspent.tokens());
            statement.setLong(2, unspent.grant().at());
            statement.setLong(3, unspent.grant().mark());
            statement.setString(4, LimitsArray.of(inForce.numbers()));
            statement.setString(5, id);
            return statement.executeUpdate();
          }
        },
        millis);
  }

  private <T> T run(Database.Work<T> work, long millis) throws SQLException {
    try {
      return database.run(work, millis);
    } catch (SQLException e) {
      BucketException problem = Diagnosis.of(e);
      if (problem != null) {
        throw problem;
      }
      throw e;
    }
  }
}
