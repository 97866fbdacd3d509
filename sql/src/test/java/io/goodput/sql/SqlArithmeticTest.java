package io.goodput.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.core.bucket.Ask;
import io.goodput.core.bucket.BucketState;
import io.goodput.core.bucket.Grant;
import io.goodput.core.bucket.Leases;
import io.goodput.core.bucket.Rate;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The function in the database computes what the model computes that the properties hold for. */
class SqlArithmeticTest {

  private static final int STEPS = 2_000;

  @Test
  void take_ofRandomRatesAndAsks_isWhatTheModelSays() throws SQLException {
    Random random = new Random(42);
    try (Connection connection = DriverManager.getConnection(Server.url());
        Database database =
            new Database(
                new OwnConnections(Server.url(), Isolation.OF_CONNECTION),
                Isolation.OF_CONNECTION,
                state -> {})) {
      BucketTable table = new BucketTable(database);
      for (int step = 0; step < STEPS; step++) {
        Rate rate = new Rate(random.nextLong(1, 1_000_001), random.nextLong(1, 100_001));
        long least = random.nextLong(1, 4);
        long due = least * random.nextLong(50);
        long ahead = random.nextLong(3) * random.nextLong(2_000);
        Ask ask = new Ask(least, due, due + ahead, ahead > 0 ? rate.leaseLife() : 0);
        BucketState before = put(connection, random.nextInt(200) - 10L, random.nextInt(2_000_000));
        Grant grant = table.take("model", rate, ask, 5_000);

        BucketState after = row(connection);
        assertThat(before.take(rate, ask, grant.at()))
            .as("%s asked for %s", rate, ask)
            .isEqualTo(new BucketState.Answered(after, grant));
        if (grant.tokens() > 0) {
          long fullAt = fullAt(connection);
          assertThat(after.level(rate, fullAt)).as("at %d", fullAt).isEqualTo(rate.burst());
          assertThat(after.level(rate, fullAt - 1)).as("before").isLessThan(rate.burst());
        }
      }
    }
  }

  @Test
  void giveBack_ofRandomGrants_isWhatTheModelSays() throws SQLException {
    Random random = new Random(42);
    try (Connection connection = DriverManager.getConnection(Server.url());
        Database database =
            new Database(
                new OwnConnections(Server.url(), Isolation.OF_CONNECTION),
                Isolation.OF_CONNECTION,
                state -> {})) {
      BucketTable table = new BucketTable(database);
      for (int step = 0; step < STEPS / 10; step++) {
        Rate rate = new Rate(random.nextLong(1, 1_000_001), random.nextLong(100, 100_001));
        Ask ask = new Ask(1, 1, random.nextLong(2, 50), rate.leaseLife());
        put(connection, random.nextInt(200) - 10L, random.nextInt(2_000_000));
        Grant grant = table.take("model", rate, ask, 5_000);
        if (random.nextBoolean()) {
          table.take("model", rate, Ask.forOne(1), 5_000);
        }
        BucketState before = row(connection);
        table.giveBack("model", rate, new Leases.Unspent(7, grant), 5_000);
        assertThat(row(connection))
            .as("%s after %s", rate, grant)
            .isEqualTo(before.giveBack(rate, 7, grant));
      }
    }
  }

  private static long fullAt(Connection connection) throws SQLException {
    try (PreparedStatement select =
            connection.prepareStatement(
                "SELECT (extract(epoch FROM full_at) * 1000000)::bigint"
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
            ON CONFLICT (id) DO UPDATE SET tk = excluded.tk, ts = excluded.ts
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
