package io.goodput.buckets.postgresql.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.buckets.StoreException;
import io.goodput.buckets.postgresql.Server;
import io.goodput.buckets.postgresql.database.Database;
import io.goodput.buckets.store.BucketStore;
import io.goodput.core.bucket.BucketState;
import io.goodput.core.bucket.CalendarPeriod;
import io.goodput.core.bucket.Count;
import io.goodput.core.bucket.Grant;
import io.goodput.core.bucket.Leases;
import io.goodput.core.bucket.Rate;
import io.goodput.core.bucket.Rates;
import io.goodput.core.bucket.Spent;
import io.goodput.core.bucket.TokenRequest;
import io.goodput.core.time.TimeSource;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The SQL function computes the same results as the model, whose properties are tested. */
class SqlArithmeticTest {

  private static final int STEPS = 2_000;

  @Test
  void take_atRandomRates_equalsTheModel() throws SQLException, StoreException {
    takesAsTheModel(
        (store, wanted) ->
            store.acquire(wanted.id(), wanted.stated(), wanted.request(), wanted.millis()));
  }

  @Test
  void takeTogether_atRandomRates_equalsTheModel() throws SQLException, StoreException {
    takesAsTheModel((store, wanted) -> onlyAnswer(store, wanted));
  }

  @Test
  void takeTogether_fromNewBuckets_equalsTheModel() throws SQLException, StoreException {
    Random random = new Random(42);
    try (Connection connection = DriverManager.getConnection(Server.url());
        Database database = database()) {
      PostgresStore table =
          new PostgresStore(database, Schema.ON_SEARCH_PATH, false, TimeSource.system());
      for (int step = 0; step < STEPS / 4; step++) {
        Rates rates = rates(random);
        TokenRequest request = request(random, rates);
        try (Statement delete = connection.createStatement()) {
          delete.execute("DELETE FROM rate_limiting_token_bucket WHERE id = 'model'");
        }
        Grant grant = onlyAnswer(table, wanted(rates, request)).grant();

        if (grant.tokens() > 0) {
          long now = micros(connection, "stated_at");
          assertThat(BucketState.full(rates, now).acquire(rates, request, now))
              .as("%s asked for %s", rates, request)
              .isEqualTo(new BucketState.Answered(row(connection), grant));
          assertFullAt(connection, rates, micros(connection, "full_at"));
        }
      }
    }
  }

  @FunctionalInterface
  private interface Taking {
    BucketStore.Answer take(BucketStore store, BucketStore.Wanted wanted) throws StoreException;
  }

  private static BucketStore.Answer onlyAnswer(BucketStore store, BucketStore.Wanted wanted)
      throws StoreException {
    return Objects.requireNonNull(store.acquireAll(List.of(wanted)).get(0));
  }

  private static BucketStore.Wanted wanted(Rates rates, TokenRequest request) {
    return new BucketStore.Wanted("model", rates, request, 5_000);
  }

  private static TokenRequest request(Random random, Rates rates) {
    long least = random.nextLong(1, 4);
    long due = least * random.nextLong(50);
    long ahead = random.nextLong(3) * random.nextLong(2_000);
    return new TokenRequest(
        least,
        due,
        due + ahead,
        random.nextInt(3) == 0 ? rates.leaseLife() : random.nextLong(2_000_000),
        Math.max(0, random.nextInt(-100, 100)),
        random.nextInt(100),
        random.nextInt(2) * random.nextLong(100_000_000),
        new Spent(random.nextLong(4), random.nextLong(5_000_000)));
  }

  private static void takesAsTheModel(Taking taking) throws SQLException, StoreException {
    Random random = new Random(42);
    try (Connection connection = DriverManager.getConnection(Server.url());
        Database database = database()) {
      PostgresStore table =
          new PostgresStore(database, Schema.ON_SEARCH_PATH, false, TimeSource.system());
      for (int step = 0; step < STEPS; step++) {
        Rates rates = rates(random);
        TokenRequest request = request(random, rates);
        BucketState before = put(connection, rates, random);
        Grant grant = taking.take(table, wanted(rates, request)).grant();

        BucketState after = row(connection);
        assertThat(before.acquire(rates, request, micros(connection, "stated_at")))
            .as("%s asked for %s", rates, request)
            .isEqualTo(new BucketState.Answered(after, grant));
        if (grant.tokens() > 0) {
          assertFullAt(connection, rates, micros(connection, "full_at"));
        }
      }
    }
  }

  private static void assertFullAt(Connection connection, Rates rates, long fullAt)
      throws SQLException {
    BucketState after = row(connection);
    assertThat(after.isFull(rates, fullAt)).as("at %d", fullAt).isTrue();
    assertThat(after.isFull(rates, fullAt - 1)).as("before").isFalse();
  }

  @Test
  void refund_ofRandomTokens_equalsTheModel() throws SQLException, StoreException {
    Random random = new Random(42);
    try (Connection connection = DriverManager.getConnection(Server.url());
        Database database = database()) {
      PostgresStore table =
          new PostgresStore(database, Schema.ON_SEARCH_PATH, false, TimeSource.system());
      for (int step = 0; step < STEPS / 10; step++) {
        Rates rates = rates(random);
        long tokens = random.nextLong(-500, 500);
        BucketState before = put(connection, rates, random);
        table.refund("model", rates, tokens == 0 ? 1 : tokens, 5_000);

        assertThat(row(connection))
            .as("%s of %s", tokens, rates)
            .isEqualTo(
                before.refund(rates, tokens == 0 ? 1 : tokens, micros(connection, "stated_at")));
      }
    }
  }

  @Test
  void giveBack_ofRandomGrants_equalsTheModel() throws SQLException, StoreException {
    Random random = new Random(42);
    try (Connection connection = DriverManager.getConnection(Server.url());
        Database database = database()) {
      PostgresStore table =
          new PostgresStore(database, Schema.ON_SEARCH_PATH, false, TimeSource.system());
      for (int step = 0; step < STEPS / 10; step++) {
        Rates rates = rates(random);
        TokenRequest request = new TokenRequest(1, 1, random.nextLong(2, 50), rates.leaseLife());
        put(connection, rates, random);
        Grant grant = table.acquire("model", rates, request, 5_000).grant();
        if (random.nextBoolean()) {
          table.acquire("model", rates, TokenRequest.forOne(1), 5_000);
        }
        BucketState before = row(connection);
        table.giveBack("model", rates, new Leases.Unspent(7, grant), 5_000);
        assertThat(row(connection))
            .as("%s after %s", rates, grant)
            .isEqualTo(before.giveBack(rates, 7, grant));
      }
    }
  }

  @Test
  void debit_thatTakesAgesToFlowIn_equalsTheModel() throws SQLException, StoreException {
    Rates rates = Rates.of(new Rate(1, 366 * 86_400_000_000L, 10));
    try (Connection connection = DriverManager.getConnection(Server.url());
        Database database = database()) {
      PostgresStore table =
          new PostgresStore(database, Schema.ON_SEARCH_PATH, false, TimeSource.system());
      BucketState before = put(connection, rates, new Random(42));
      table.refund("model", rates, -Rate.MAX_BURST, 5_000);
      BucketState after = row(connection);

      assertThat(after)
          .isEqualTo(before.refund(rates, -Rate.MAX_BURST, micros(connection, "stated_at")));
      assertThat(table.acquire("model", rates, TokenRequest.forOne(1), 5_000).grant().enoughIn())
          .isGreaterThan(1L << 61);
    }
  }

  /** One to three limits, each from 1 in 115 days to 10^9 a second. */
  private static Rates rates(Random random) {
    Rate[] all = new Rate[random.nextInt(1, 4)];
    Arrays.setAll(
        all,
        i -> {
          if (random.nextInt(4) == 0) {
            return calendar(random);
          }
          long micros = (long) Math.pow(10, random.nextInt(14));
          long most = Math.min(1_000 * micros, Math.min(1_000_000, (1L << 62) / micros));
          return new Rate(random.nextLong(1, most + 1), micros, random.nextLong(1, 100_001));
        });
    return Rates.of(all);
  }

  /** A calendar limit, whose next day begins at most 3 s before or after this moment. */
  private static Rate calendar(Random random) {
    int second = LocalTime.now(ZoneOffset.UTC).toSecondOfDay() + random.nextInt(-3, 4);
    int offset = second < 43_200 ? -second : 86_400 - second;
    ChronoUnit unit =
        List.of(ChronoUnit.DAYS, ChronoUnit.WEEKS, ChronoUnit.MONTHS, ChronoUnit.YEARS)
            .get(Math.max(0, random.nextInt(-6, 4)));
    return Rate.perCalendar(
        random.nextLong(1, 200), new CalendarPeriod(unit, ZoneOffset.ofTotalSeconds(offset)));
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

  private static BucketState put(Connection connection, Rates rates, Random random)
      throws SQLException {
    try (PreparedStatement put =
        connection.prepareStatement(
            """
            INSERT INTO rate_limiting_token_bucket (id, tk, ts, more, virtual_time, last_grant, held,
                limits)
              VALUES ('model', ?, clock_timestamp() - ? * interval '1 microsecond', ?::bigint[], ?,
                nullif(?, 0), ?::bigint[], ?::bigint[])
            ON CONFLICT (id) DO UPDATE
              SET tk = excluded.tk, ts = excluded.ts, more = excluded.more,
                virtual_time = excluded.virtual_time, last_grant = excluded.last_grant,
                held = excluded.held,
                limits = excluded.limits, stated_at = NULL
            """)) {
      long now = System.currentTimeMillis() * 1_000;
      long[] more = new long[2 * rates.all().size() - 2];
      for (int i = 0; i < more.length; i += 2) {
        more[i] = random.nextInt(200) - 10L;
        more[i + 1] = now - random.nextInt(-7_000_000, 2_000_000);
      }
      boolean isFull = random.nextInt(8) == 0;
      put.setLong(1, isFull ? rates.all().get(0).burst() : random.nextInt(200) - 10L);
      put.setLong(2, random.nextInt(-7_000_000, 2_000_000));
      put.setString(3, more.length == 0 ? null : LimitsArray.of(more));
      put.setLong(4, random.nextInt(100));
      long lastGrant = random.nextLong(4);
      put.setLong(5, lastGrant);
      long[] held = random.longs(rates.all().size(), 1, 3_000_000).toArray();
      put.setString(6, lastGrant == 0 || random.nextBoolean() ? null : LimitsArray.of(held));
      put.setString(7, random.nextBoolean() ? null : LimitsArray.of(rates.numbers()));
      put.executeUpdate();
    }
    return row(connection);
  }

  private static BucketState row(Connection connection) throws SQLException {
    try (PreparedStatement select =
            connection.prepareStatement(
                """
                SELECT tk, (extract(epoch FROM ts) * 1000000)::bigint, more::text, virtual_time,
                  last_grant, held::text
                FROM rate_limiting_token_bucket WHERE id = 'model'
                """);
        ResultSet row = select.executeQuery()) {
      row.next();
      List<Count> counts = new ArrayList<>();
      String others = row.getString(3);
      long[] more = others == null ? new long[0] : LimitsArray.read(others);
      String moved = row.getString(6);
      long[] held = moved == null ? new long[1 + more.length / 2] : LimitsArray.read(moved);
      counts.add(new Count(row.getLong(1), row.getLong(2), held[0]));
      for (int i = 0; i < more.length; i += 2) {
        counts.add(new Count(more[i], more[i + 1], held[1 + i / 2]));
      }
      return new BucketState(counts, row.getLong(4), row.getLong(5));
    }
  }
}
