package io.goodput.buckets.postgresql;

import static io.goodput.buckets.Rates.perSecond;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.goodput.buckets.BucketException;
import io.goodput.buckets.TokenBucket;
import io.goodput.buckets.TokenBuckets;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.postgresql.PGConnection;
import org.postgresql.ds.PGSimpleDataSource;

/** Connections of a pool that does not reset them. */
class PoolConnectionsTest {

  private static final int TIMEOUT_MILLIS = 12_345;

  private final String id = UUID.randomUUID().toString();
  private Connection physical;

  @BeforeEach
  void connect() throws SQLException {
    physical = DriverManager.getConnection(Server.url());
    physical.setNetworkTimeout(Runnable::run, TIMEOUT_MILLIS);
    physical.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
    physical.setReadOnly(true);
    physical.setAutoCommit(false);
  }

  @AfterEach
  void close() throws SQLException {
    physical.close();
  }

  @Test
  void connection_afterAnAnswer_hasItsOldSettings() throws SQLException {
    try (TokenBuckets buckets = open()) {
      assertThat(buckets.bucket(id, perSecond(10).burst(10)).tryAcquire().admitted()).isTrue();
    }
    assertOldSettings();
  }

  @Test
  void connection_afterAnError_hasItsOldSettings() throws SQLException {
    physical.setAutoCommit(true);
    physical.setSchema("nowhere");
    physical.setAutoCommit(false);
    try (TokenBuckets buckets = open()) {
      TokenBucket bucket = buckets.bucket(id, perSecond(10).burst(10));
      assertThatThrownBy(bucket::tryAcquire).isInstanceOf(BucketException.class);
    }
    assertOldSettings();
  }

  @Test
  void brokenConnection_isClosed() throws SQLException {
    int backend = physical.unwrap(PGConnection.class).getBackendPID();
    Server.execute("SELECT pg_terminate_backend(%d)".formatted(backend));
    try (TokenBuckets buckets = open()) {
      assertThat(buckets.bucket(id, perSecond(10).burst(10)).tryAcquire().admitted()).isFalse();
    }
    assertThat(physical.isClosed()).isTrue();
  }

  private TokenBuckets open() {
    return PostgresBuckets.on(new PoolOfOne(physical))
        .isolation(Isolation.SERIALIZABLE)
        .timeout(Duration.ofSeconds(10))
        .open();
  }

  private void assertOldSettings() throws SQLException {
    assertThat(physical.getNetworkTimeout()).isEqualTo(TIMEOUT_MILLIS);
    assertThat(physical.isReadOnly()).isTrue();
    assertThat(physical.getTransactionIsolation())
        .isEqualTo(Connection.TRANSACTION_REPEATABLE_READ);
  }

  /** Returns the same connection each time, and does not reset it. */
  private static final class PoolOfOne extends PGSimpleDataSource {

    private static final long serialVersionUID = 1L;

    private final transient Connection pooled;

    PoolOfOne(Connection physical) {
      pooled =
          (Connection)
              Proxy.newProxyInstance(
                  Connection.class.getClassLoader(),
                  new Class<?>[] {Connection.class},
                  (proxy, method, arguments) ->
                      method.getName().equals("close") ? null : call(physical, method, arguments));
    }

    @Override
    public Connection getConnection() {
      return pooled;
    }

    private static @Nullable Object call(
        Connection physical, Method method, Object @Nullable [] arguments) throws Throwable {
      try {
        return method.invoke(physical, arguments);
      } catch (InvocationTargetException e) {
        throw e.getTargetException();
      }
    }
  }
}
