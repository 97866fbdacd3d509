package io.goodput.buckets.postgresql.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.goodput.buckets.StoreException;
import io.goodput.buckets.postgresql.Server;
import io.goodput.buckets.postgresql.database.Database;
import io.goodput.buckets.store.BucketStore;
import io.goodput.core.bucket.Leases;
import io.goodput.core.bucket.Rate;
import io.goodput.core.bucket.Rates;
import io.goodput.core.bucket.TokenRequest;
import io.goodput.core.time.TimeSource;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.UUID;
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

      await().until(() -> blocked(blocking) == 0);
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

  /** The number of statements that wait for locks of this connection. */
  private static long blocked(Connection blocking) throws SQLException {
    try (var select =
            blocking.prepareStatement(
                """
                SELECT count(*) FROM pg_stat_activity
                WHERE pg_backend_pid() = ANY (pg_blocking_pids(pid))
                """);
        var row = select.executeQuery()) {
      row.next();
      return row.getLong(1);
    }
  }
}
