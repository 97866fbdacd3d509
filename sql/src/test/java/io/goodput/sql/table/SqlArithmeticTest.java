package io.goodput.sql.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.core.bucket.BucketState;
import io.goodput.core.bucket.Grant;
import io.goodput.core.bucket.Leases;
import io.goodput.core.bucket.Rate;
import io.goodput.core.bucket.TokenRequest;
import io.goodput.core.time.TimeSource;
import io.goodput.sql.Server;
import io.goodput.sql.database.Database;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The SQL function computes the same results as the model, whose properties are tested. */
class SqlArithmeticTest {

  private static final int STEPS = 2_000;

  @Test
  void take_atRandomRates_equalsTheModel() throws SQLException {
    Random random = new Random(42);
    try (Connection connection = DriverManager.getConnection(Server.url());
        Database database = database()) {
      BucketTable table = new BucketTable(database, Schema.ON_SEARCH_PATH, TimeSource.system());
      for (int step = 0; step < STEPS; step++) {
        Rate rate = new Rate(random.nextLong(1, 1_000_001), random.nextLong(1, 100_001));
        long least = random.nextLong(1, 4);
        long due = least * random.nextLong(50);
        long ahead = random.nextLong(3) * random.nextLong(2_000);
        TokenRequest request =
            new TokenRequest(least, due, due + ahead, random.nextInt(3) * rate.leaseLife());
        BucketState before =
            put(connection, random.nextInt(200) - 10L, random.nextInt(-7_000_000, 2_000_000));
        Grant grant = table.take("model", rate, request, 5_000).grant();

        BucketState after = row(connection);
        assertThat(before.take(rate, request, micros(connection, "stated_at")))
            .as("%s asked for %s", rate, request)
            .isEqualTo(new BucketState.Answered(after, grant));
        if (grant.tokens() > 0) {
          long fullAt = micros(connection, "full_at");
          assertThat(after.level(rate, fullAt)).as("at %d", fullAt).isEqualTo(rate.burst());
          assertThat(after.level(rate, fullAt - 1)).as("before").isLessThan(rate.burst());
        }
      }
    }
  }

  @Test
  void giveBack_ofRandomGrants_equalsTheModel() throws SQLException {
    Random random = new Random(42);
    try (Connection connection = DriverManager.getConnection(Server.url());
        Database database = database()) {
      BucketTable table = new BucketTable(database, Schema.ON_SEARCH_PATH, TimeSource.system());
      for (int step = 0; step < STEPS / 10; step++) {
        Rate rate = new Rate(random.nextLong(1, 1_000_001), random.nextLong(100, 100_001));
        TokenRequest request = new TokenRequest(1, 1, random.nextLong(2, 50), rate.leaseLife());
        put(connection, random.nextInt(200) - 10L, random.nextInt(2_000_000));
        Grant grant = table.take("model", rate, request, 5_000).grant();
        if (random.nextBoolean()) {
          table.take("model", rate, TokenRequest.forOne(1), 5_000);
        }
        BucketState before = row(connection);
        table.giveBack("model", rate, new Leases.Unspent(7, grant), 5_000);
        assertThat(row(connection))
            .as("%s after %s", rate, grant)
            .isEqualTo(before.giveBack(rate, 7, grant));
      }
    }
  }

  private static Database database() {
    return Database.onUrl(
        Server.url(), Connection.TRANSACTION_NONE, sqlState -> {}, TimeSource.system());
  }

  private static long micros(Connection connection, String column) throws SQLException {
    try (PreparedStatement select =
            connection.prepareStatement(
                "SELECT (extract(epoch FROM %s) * 1000000)::bigint".formatted(column)
                    + " FROM rate_limiting_token_bucket WHERE id = 'model'");
        ResultSet row = select.executeQuery()) {
      row.next();
      return row.getLong(1);
    }
  }

  private static BucketState put(Connection connection, long tokens, long microsAgo)
      throws SQLException {
    try (PreparedStatement put =
        connection.prepareStatement(
            """
            INSERT INTO rate_limiting_token_bucket
              VALUES ('model', ?, clock_timestamp() - ? * interval '1 microsecond')
            ON CONFLICT (id) DO UPDATE
              SET tk = excluded.tk, ts = excluded.ts,
                limit_per_sec = NULL, limit_burst = NULL, stated_at = NULL
            """)) {
      put.setLong(1, tokens);
      put.setLong(2, microsAgo);
      put.executeUpdate();
    }
    return row(connection);
  }

  private static BucketState row(Connection connection) throws SQLException {
    try (PreparedStatement select =
            connection.prepareStatement(
                "SELECT tk, (extract(epoch FROM ts) * 1000000)::bigint"
                    + " FROM rate_limiting_token_bucket WHERE id = 'model'");
        ResultSet row = select.executeQuery()) {
      row.next();
      return new BucketState(row.getLong(1), row.getLong(2));
    }
  }
}
