package io.goodput.buckets.postgresql;

import static io.goodput.buckets.Rates.perSecond;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.goodput.buckets.BucketListener;
import io.goodput.buckets.BucketOptions;
import io.goodput.buckets.TokenBucket;
import io.goodput.buckets.TokenBuckets;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.postgresql.ds.PGSimpleDataSource;

/** A driver, a pool, or a listener that throws what it should not throw, for a while. */
class FaultyDriverTest {

  private final String id = UUID.randomUUID().toString();
  private final AtomicReference<@Nullable Fault> fault = new AtomicReference<>();

  private enum Fault {
    RUNTIME_EXCEPTION,
    ERROR;

    Throwable thrown() {
      return this == ERROR
          ? new NoClassDefFoundError("a class of the driver")
          : new IllegalStateException("a fault of the driver");
    }
  }

  @ParameterizedTest
  @EnumSource
  void leasedBucket_afterAFaultOfTheDriver_servesAgain(Fault what) {
    assertServesAfter(what, BucketOptions.of(perSecond(1_000)));
  }

  @ParameterizedTest
  @EnumSource
  void directBucket_afterAFaultOfTheDriver_servesAgain(Fault what) {
    assertServesAfter(what, BucketOptions.of(perSecond(1_000)).direct());
  }

  @ParameterizedTest
  @EnumSource
  void leasedBucket_afterAnErrorOfTheListener_servesAgain(Fault what) {
    BucketListener faulty =
        new BucketListener() {
          @Override
          public void answered(String bucket, long requested, long granted, Duration took) {
            raise();
          }
        };
    try (TokenBuckets buckets = PostgresBuckets.on(Server.url()).listener(faulty).open()) {
      TokenBucket bucket = buckets.bucket(id, perSecond(1_000));
      fault.set(what);
      bucket.tryAcquire(1_000);
      fault.set(null);
      await().until(() -> bucket.tryAcquire().admitted());
    }
  }

  private void assertServesAfter(Fault what, BucketOptions options) {
    try (TokenBuckets buckets =
        PostgresBuckets.on(new FaultyPool()).timeout(Duration.ofSeconds(30)).open()) {
      TokenBucket bucket = buckets.bucket(id, options);
      fault.set(what);
      long begin = System.nanoTime();
      assertThat(bucket.tryAcquire().admitted()).isFalse();
      assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(10));
      fault.set(null);
      await().until(() -> bucket.tryAcquire().admitted());
    }
  }

  private void raise() {
    Fault raised = fault.get();
    if (raised != null) {
      FaultyDriverTest.<RuntimeException>sneak(raised.thrown());
    }
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <T extends Throwable> void sneak(Throwable thrown) throws T {
    throw (T) thrown;
  }

  /** Real connections that throw while they prepare a statement. */
  private final class FaultyPool extends PGSimpleDataSource {

    private static final long serialVersionUID = 1L;

    FaultyPool() {
      setUrl(Server.url());
    }

    @Override
    public Connection getConnection() throws SQLException {
      Connection real = super.getConnection();
      return (Connection)
          Proxy.newProxyInstance(
              Connection.class.getClassLoader(),
              new Class<?>[] {Connection.class},
              (proxy, method, arguments) -> {
                if (method.getName().equals("prepareStatement")) {
                  raise();
                }
                try {
                  return method.invoke(real, arguments);
                } catch (InvocationTargetException e) {
                  throw e.getTargetException();
                }
              });
    }
  }
}
