package io.goodput.sql.table;

import io.goodput.core.bucket.Grant;
import io.goodput.core.bucket.Leases;
import io.goodput.core.bucket.Rate;
import io.goodput.core.bucket.TokenRequest;
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
      SELECT granted, remaining, taken_at, enough_in
      FROM rate_limiting_take(?, ?, ?, ?, ?, ?, ?, ?)
      """;

  /** The SQL form of {@link io.goodput.core.bucket.BucketState#giveBack}. */
  private static final String GIVE_BACK =
      """
      UPDATE rate_limiting_token_bucket b SET tk = tk + ?
      FROM (SELECT timestamptz 'epoch' + ? * interval '1 microsecond' AS at) taken
      WHERE b.id = ? AND b.ts <= taken.at AND b.tk
        + round(extract(epoch FROM taken.at - b.ts) * 1000000)::bigint * ? / 1000000 = ?
      """;

  private final Database database;

  /** Uses a table that must be installed before the first request. */
  public BucketTable(Database database) {
    this.database = database;
  }

  @Override
  public Grant take(String id, Rate rate, TokenRequest request, long millis) throws SQLException {
    return database.run(connection -> take(connection, id, rate, request, millis), millis);
  }

  private static Grant take(
      Connection connection, String id, Rate rate, TokenRequest request, long millis)
      throws SQLException {
    try (PreparedStatement take = connection.prepareStatement(TAKE)) {
      take.setString(1, id);
      take.setLong(2, rate.perSecond());
      take.setLong(3, rate.burst());
      take.setLong(4, request.least());
      take.setLong(5, request.due());
      take.setLong(6, request.most());
      take.setLong(7, request.life());
      take.setInt(8, (int) millis);
      try (ResultSet row = take.executeQuery()) {
        row.next();
        return new Grant(row.getLong(1), row.getLong(2), row.getLong(3), row.getLong(4));
      }
    }
  }

  @Override
  public void giveBack(String id, Rate rate, Leases.Unspent unspent, long millis)
      throws SQLException {
    database.run(
        connection -> {
          try (PreparedStatement giveBack = connection.prepareStatement(GIVE_BACK)) {
            giveBack.setLong(1, unspent.tokens());
            giveBack.setLong(2, unspent.grant().at());
            giveBack.setString(3, id);
            giveBack.setLong(4, rate.perSecond());
            giveBack.setLong(5, unspent.grant().left());
            return giveBack.executeUpdate();
          }
        },
        millis);
  }
}
