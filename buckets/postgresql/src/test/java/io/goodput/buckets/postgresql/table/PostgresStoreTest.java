package io.goodput.buckets.postgresql.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.goodput.buckets.StoreException;
import io.goodput.buckets.postgresql.Server;
import io.goodput.buckets.postgresql.database.Database;
import io.goodput.buckets.store.BucketStore;
import io.goodput.core.bucket.Grant;
import io.goodput.core.bucket.Leases;
import io.goodput.core.bucket.Rate;
import io.goodput.core.bucket.Rates;
import io.goodput.core.bucket.TokenRequest;
import io.goodput.core.time.TimeSource;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Requests of a store to a real PostgreSQL. */
class PostgresStoreTest {

  private static final Rates LIMIT = Rates.of(Rate.perSecond(1, 100));

  private final String id = UUID.randomUUID().toString();
  private final BucketStore store =
      new PostgresStore(
          Database.onUrl(
              Server.url(), Connection.TRANSACTION_NONE, state -> {}, TimeSource.system()),
          Schema.ON_SEARCH_PATH,
          false,
          TimeSource.system());

  @AfterEach
  void close() {
    store.close();
  }

  @Test
  void giveBack_ofALockedRow_endsInTheServerToo() throws Exception {
    BucketStore.Answer answer =
        store.acquire(id, LIMIT, new TokenRequest(1, 0, 50, 1_000_000), 10_000);
    assertThat(answer.grant().tokens()).isEqualTo(50);
    try (Connection blocking = DriverManager.getConnection(Server.url())) {
      lock(blocking);
      assertThatThrownBy(
              () -> store.giveBack(id, LIMIT, new Leases.Unspent(50, answer.grant()), 200))
          .isInstanceOf(StoreException.class);

      await().until(() -> Server.blocked() == 0);
    }
  }

  @Test
  void acquireAll_besideARowThatIsBeingUpdated_answersTheOthersAtOnce() throws Exception {
    TokenRequest one = TokenRequest.forOne(1);
    List<BucketStore.Wanted> wanted =
        List.of(
            new BucketStore.Wanted(id, LIMIT, one, 10_000),
            new BucketStore.Wanted(id + "-new", LIMIT, one, 10_000));
    store.acquire(id, LIMIT, one, 10_000);
    try (Connection updating = DriverManager.getConnection(Server.url());
        Statement update = updating.createStatement()) {
      updating.setAutoCommit(false);
      update.execute("UPDATE rate_limiting_token_bucket SET tk = tk WHERE id = '%s'".formatted(id));
      List<BucketStore.@Nullable Answer> answers = store.acquireAll(wanted);

      assertThat(answers.get(0)).isNull();
      assertThat(Objects.requireNonNull(answers.get(1)).grant().tokens()).isEqualTo(1);
    }
  }

  @Test
  void acquireAll_ofManyBuckets_answersEachByItsOwnRow() throws Exception {
    List<BucketStore.Wanted> wanted =
        IntStream.range(100, 228)
            .mapToObj(
                i -> new BucketStore.Wanted(id + i, LIMIT, TokenRequest.forOne(1 + i % 50), 10_000))
            .toList();
    for (int taken = 1; taken <= 2; taken++) {
      List<BucketStore.@Nullable Answer> answers = store.acquireAll(wanted);
      for (int i = 0; i < answers.size(); i++) {
        long tokens = wanted.get(i).request().least();
        Grant grant = Objects.requireNonNull(answers.get(i)).grant();

        assertThat(grant.tokens()).isEqualTo(tokens);
        assertThat(grant.left()).isBetween(100 - taken * tokens, 110 - taken * tokens);
      }
    }
  }

  /** A plan that reads the whole table for each new bucket would be slow in a large one. */
  @Test
  void rowsRead_forNewBuckets_doNotGrowWithTheTable() throws Exception {
    try (Connection connection = DriverManager.getConnection(Server.url());
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      // The first calls make the plans, for a small table.
      for (int call = 0; call < 100; call++) {
        takeFromNewBuckets(statement, call, 50);
      }
      connection.commit();
      takeFromNewBuckets(statement, 100, 10);

      assertThat(rowsRead(statement)).isLessThan(500);
      connection.rollback();
    }
  }

  private void takeFromNewBuckets(Statement statement, int call, int buckets) throws SQLException {
    statement.execute(
        """
        SELECT count(*) FROM (SELECT array_agg('%s-%d-' || n) AS ids FROM generate_series(1, %d) n) i,
          LATERAL (SELECT array_agg(0::bigint) AS zero, array_agg(1::bigint) AS one,
            array_agg('{1,1000000,100}'::text) AS stated FROM unnest(ids)) a,
          LATERAL rate_limiting_leases(ids, stated, one, one, one, zero, zero, zero, zero, zero,
            zero, 20) l
        """
            .formatted(id, call, buckets));
  }

  /** In this transaction. */
  private static long rowsRead(Statement statement) throws SQLException {
    try (var row =
        statement.executeQuery(
            """
            SELECT seq_tup_read + idx_tup_fetch FROM pg_stat_xact_user_tables
            WHERE relid = 'rate_limiting_token_bucket'::regclass
            """)) {
      row.next();
      return row.getLong(1);
    }
  }

  private void lock(Connection connection) throws SQLException {
    connection.setAutoCommit(false);
    try (var lock =
        connection.prepareStatement(
            "SELECT 1 FROM rate_limiting_token_bucket WHERE id = ? FOR UPDATE")) {
      lock.setString(1, id);
      lock.executeQuery();
    }
  }
}
