package io.goodput.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.postgresql.PGConnection;
import org.postgresql.ds.PGSimpleDataSource;

/** Connections of a user's pool that restores nothing by itself. */
class LentConnectionsTest {

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
  void connection_afterAnAnswer_isAsItWasLent() throws SQLException {
    try (TokenBuckets buckets = open()) {
      assertThat(buckets.bucket(id, 10, 10).tryAcquire()).isTrue();
    }
    assertIsAsItWasLent();
  }

  @Test
  void connection_afterAnError_isAsItWasLent() throws SQLException {
    physical.setAutoCommit(true);
    physical.setSchema("nowhere");
    physical.setAutoCommit(false);
    try (TokenBuckets buckets = open()) {
      assertThat(buckets.bucket(id, 10, 10).tryAcquire()).isFalse();
    }
    assertIsAsItWasLent();
  }

  @Test
  void connection_thatIsBroken_isEnded() throws SQLException {
    int backend = physical.unwrap(PGConnection.class).getBackendPID();
    Server.execute("SELECT pg_terminate_backend(%d)".formatted(backend));
    try (TokenBuckets buckets = open()) {
      assertThat(buckets.bucket(id, 10, 10).tryAcquire()).isFalse();
    }
    assertThat(physical.isClosed()).isTrue();
  }

  private TokenBuckets open() {
    return TokenBuckets.on(new PoolOfOne(physical)).isolation(Isolation.SERIALIZABLE).open();
  }

  private void assertIsAsItWasLent() throws SQLException {
    assertThat(physical.getNetworkTimeout()).isEqualTo(TIMEOUT_MILLIS);
    assertThat(physical.isReadOnly()).isTrue();
    assertThat(physical.getTransactionIsolation())
        .isEqualTo(Connection.TRANSACTION_REPEATABLE_READ);
  }

  /** Lends the same connection again and again, and leaves it as it comes back. */
  private static final class PoolOfOne extends PGSimpleDataSource {

    private static final long serialVersionUID = 1L;

    private final transient Connection lent;

    PoolOfOne(Connection physical) {
      lent =
          (Connection)
              Proxy.newProxyInstance(
                  Connection.class.getClassLoader(),
                  new Class<?>[] {Connection.class},
                  (proxy, method, arguments) ->
                      method.getName().equals("close") ? null : call(physical, method, arguments));
    }

    @Override
    public Connection getConnection() {
      return lent;
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
