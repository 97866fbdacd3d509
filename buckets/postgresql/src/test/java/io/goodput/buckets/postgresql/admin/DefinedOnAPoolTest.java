package io.goodput.buckets.postgresql.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.goodput.buckets.BucketException;
import io.goodput.buckets.DefinedLimits;
import io.goodput.buckets.DefinedLimitsContract;
import io.goodput.buckets.Limits;
import io.goodput.buckets.TokenBuckets;
import io.goodput.buckets.postgresql.PostgresBuckets;
import io.goodput.buckets.postgresql.Server;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Limits that an application defines on its only connection. */
class DefinedOnAPoolTest extends DefinedLimitsContract {

  private final HikariDataSource pool = new HikariDataSource();
  private final BucketRows rows;

  DefinedOnAPoolTest() {
    pool.setJdbcUrl(Server.url());
    pool.setMaximumPoolSize(1);
    rows = BucketRows.on(pool);
  }

  @AfterEach
  void close() {
    rows.close();
    pool.close();
  }

  @Override
  protected DefinedLimits limits() {
    return rows.limits();
  }

  @Test
  void limits_thatAnApplicationDefines_areInForceInItsBuckets() {
    String id = UUID.randomUUID().toString();
    try (TokenBuckets buckets = PostgresBuckets.on(pool).timeout(Duration.ofSeconds(10)).open()) {
      rows.limits().define(id, Limits.parse("5 per day"));

      assertThat(buckets.bucket(id).tryAcquire(5).admitted()).isTrue();
      assertThat(rows.show(id).orElseThrow().limits()).contains(Limits.parse("5 per day"));
    }
  }

  @Test
  void connection_afterADefinition_goesBackAsItCame() throws SQLException {
    pool.setAutoCommit(false);
    pool.setTransactionIsolation("TRANSACTION_REPEATABLE_READ");
    rows.limits().define(UUID.randomUUID().toString(), Limits.parse("5 per day"));
    rows.close();

    assertThat(pool.getHikariPoolMXBean().getActiveConnections()).isZero();
    try (Connection connection = pool.getConnection()) {
      assertThat(connection.getAutoCommit()).isFalse();
      assertThat(connection.getTransactionIsolation())
          .isEqualTo(Connection.TRANSACTION_REPEATABLE_READ);
      assertThat(connection.getNetworkTimeout()).isEqualTo(Server.SOCKET_TIMEOUT_MILLIS);
    }
  }

  @Test
  void schema_withoutBuckets_saysHowToInstall() {
    try (BucketRows elsewhere = BucketRows.on(pool, "pg_catalog")) {
      assertThatThrownBy(() -> elsewhere.limits().classes())
          .isInstanceOf(BucketException.class)
          .hasMessageContaining("buckets install");
    }
  }
}
