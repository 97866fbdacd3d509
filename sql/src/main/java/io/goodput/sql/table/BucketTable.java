package io.goodput.sql.table;

import io.goodput.core.bucket.Grant;
import io.goodput.core.bucket.Leases;
import io.goodput.core.bucket.Rate;
import io.goodput.core.bucket.TokenRequest;
import io.goodput.core.time.Nanos;
import io.goodput.core.time.TimeSource;
import io.goodput.sql.BucketException;
import io.goodput.sql.bucket.BucketStore;
import io.goodput.sql.database.Database;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** Keeps each bucket in a row of the table. Thread-safe. */
public final class BucketTable implements BucketStore {

  private static final String TAKE =
      """
      SELECT granted, remaining, taken_at, enough_in, waited, per_sec_in_force, burst_in_force
      FROM ${schema}.rate_limiting_take(?, ?, ?, ?, ?, ?, ?, ?)
      """;

  /** The SQL form of {@link io.goodput.core.bucket.BucketState#giveBack}. */
  private static final String GIVE_BACK =
      """
      UPDATE ${schema}.rate_limiting_token_bucket b SET tk = tk + ?
      FROM (SELECT timestamptz 'epoch' + ? * interval '1 microsecond' AS at) taken
      WHERE b.id = ? AND b.ts <= taken.at AND b.ts > taken.at - interval '10 seconds' AND b.tk
        + round(extract(epoch FROM taken.at - b.ts) * 1000000)::bigint * ? / 1000000 = ?
      """;

  /** Clocks of two machines may run apart by a 64th. */
  private static final int DRIFT_DIVISOR = 64;

  private final Database database;
  private final TimeSource time;
  private final String take;
  private final String giveBack;

  /** Uses a table that must be installed before the first request. */
  public BucketTable(Database database, Schema schema, TimeSource time) {
    this.database = database;
    this.time = time;
    this.take = schema.in(TAKE);
    this.giveBack = schema.in(GIVE_BACK);
  }

  @Override
  public Answer take(String id, Rate rate, TokenRequest request, long millis) throws SQLException {
    return run((connection, left) -> take(connection, id, rate, request, left), millis);
  }

  private Answer take(
      Connection connection, String id, Rate rate, TokenRequest request, long millis)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(take)) {
      statement.setString(1, id);
      statement.setLong(2, rate.perSecond());
      statement.setLong(3, rate.burst());
      statement.setLong(4, request.least());
      statement.setLong(5, request.due());
      statement.setLong(6, request.most());
      statement.setLong(7, request.life());
      statement.setInt(8, (int) millis);
      long sent = time.monotonicNanos();
      try (ResultSet row = statement.executeQuery()) {
        row.next();
        long waited = row.getLong(5) * Nanos.PER_MICRO;
        return new Answer(
            new Grant(row.getLong(1), row.getLong(2), row.getLong(3), row.getLong(4)),
            sent + waited - waited / DRIFT_DIVISOR,
            new Rate(row.getLong(6), row.getLong(7)));
      }
    }
  }

  @Override
  public void giveBack(String id, Rate rate, Leases.Unspent unspent, long millis)
      throws SQLException {
    run(
        (connection, left) -> {
          try (PreparedStatement statement = connection.prepareStatement(giveBack)) {
            statement.setLong(1, unspent.tokens());
            statement.setLong(2, unspent.grant().at());
            statement.setString(3, id);
            statement.setLong(4, rate.perSecond());
            statement.setLong(5, unspent.grant().left());
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
