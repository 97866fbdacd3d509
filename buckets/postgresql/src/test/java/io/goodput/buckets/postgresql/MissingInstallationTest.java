package io.goodput.buckets.postgresql;

import static io.goodput.buckets.Rates.perSecond;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.goodput.buckets.BucketException;
import io.goodput.buckets.BucketOptions;
import io.goodput.buckets.Reason;
import io.goodput.buckets.TokenBucket;
import io.goodput.buckets.TokenBuckets;
import io.goodput.buckets.Verdict;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Problems that do not go away by themselves. */
class MissingInstallationTest {

  private final String id = UUID.randomUUID().toString();

  @BeforeAll
  static void prepare() {
    Server.execute(
        """
        CREATE SCHEMA IF NOT EXISTS not_installed;
        DROP ROLE IF EXISTS without_rights;
        CREATE ROLE without_rights LOGIN;
        """);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void tryAcquire_withoutAnInstallation_saysHowToInstall(boolean leased) {
    assertThrows(Server.url() + "&currentSchema=not_installed", leased, "buckets install");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void tryAcquire_withoutPermission_namesTheTableAndTheGrant(boolean leased) {
    assertThrows(
        Server.url().replace("user=postgres", "user=without_rights"),
        leased,
        "permission denied for table rate_limiting_token_bucket");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void tryAcquire_ofAnIdThatTheEncodingCannotHold_namesTheEncoding(boolean leased) {
    Server.execute("DROP DATABASE IF EXISTS latin");
    Server.execute("CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0");
    String url = Server.url().replace("/postgres?", "/latin?");
    try (TokenBuckets buckets = Server.client(url).open().install()) {
      TokenBucket other = bucket(buckets, id, leased);
      assertThat(other.tryAcquire().admitted()).isTrue();
      assertThatThrownBy(() -> bucket(buckets, "\uD83D\uDE00", leased).tryAcquire())
          .isInstanceOf(BucketException.class)
          .hasMessageContaining("The encoding of the database cannot hold the id")
          .hasMessageContaining("LATIN1");

      assertThat(other.tryAcquire().reason()).isEqualTo(Reason.ADMITTED);
    }
  }

  @Test
  void tryAcquire_rightAfterSuchAnError_throwsAgain() {
    try (TokenBuckets buckets =
        Server.client(Server.url() + "&currentSchema=not_installed").open()) {
      TokenBucket bucket = buckets.bucket(id, perSecond(1_000));
      for (int i = 0; i < 20; i++) {
        assertThatThrownBy(bucket::tryAcquire).isInstanceOf(BucketException.class);
      }
    }
  }

  @Test
  void tryAcquire_manySuchErrors_logsOneWarningInTenSeconds() {
    List<LogRecord> records = new CopyOnWriteArrayList<>();
    Handler handler = new Recorder(records);
    Logger log = Logger.getLogger(TokenBuckets.class.getName());
    log.addHandler(handler);
    try (TokenBuckets buckets =
        Server.client(Server.url() + "&currentSchema=not_installed").open()) {
      // A bucket remembers its error for a while, so each of them fails once.
      for (int i = 0; i < 20; i++) {
        TokenBucket bucket = buckets.bucket(id + i, perSecond(1_000));
        assertThatThrownBy(bucket::tryAcquire).isInstanceOf(BucketException.class);
      }
    } finally {
      log.removeHandler(handler);
    }

    assertThat(records).extracting(LogRecord::getLevel).containsExactly(Level.WARNING);
    assertThat(records).extracting(LogRecord::getSourceMethodName).containsExactly("failed");
  }

  private static final class Recorder extends Handler {

    private final List<LogRecord> records;

    Recorder(List<LogRecord> records) {
      this.records = records;
    }

    @Override
    public void publish(LogRecord record) {
      records.add(record);
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }

  @Test
  void acquireAsync_withoutAnInstallation_completesExceptionally() {
    try (TokenBuckets buckets =
        Server.client(Server.url() + "&currentSchema=not_installed").open()) {
      assertThat(
              buckets
                  .bucket(id, perSecond(1_000))
                  .acquireAsync(1, Duration.ofMinutes(1))
                  .thenApply(Verdict::admitted))
          .failsWithin(20, TimeUnit.SECONDS)
          .withThrowableThat()
          .withCauseInstanceOf(BucketException.class);
    }
  }

  @Test
  void tryAcquire_afterTheInstallation_admits() {
    Server.execute("DROP SCHEMA IF EXISTS installed_late CASCADE; CREATE SCHEMA installed_late");
    try (TokenBuckets buckets =
        Server.client(Server.url() + "&currentSchema=installed_late").open()) {
      TokenBucket bucket = buckets.bucket(id, perSecond(1_000));
      assertThatThrownBy(bucket::tryAcquire).isInstanceOf(BucketException.class);
      buckets.install();
      org.awaitility.Awaitility.await()
          .ignoreExceptions()
          .until(() -> bucket.tryAcquire().admitted());
    }
  }

  private void assertThrows(String url, boolean leased, String message) {
    try (TokenBuckets buckets = Server.client(url).open()) {
      TokenBucket bucket = bucket(buckets, id, leased);
      assertThatThrownBy(bucket::tryAcquire)
          .isInstanceOf(BucketException.class)
          .hasMessageContaining(message);
    }
  }

  private static TokenBucket bucket(TokenBuckets buckets, String id, boolean leased) {
    BucketOptions options = BucketOptions.of(perSecond(1_000)).fallback(perSecond(1));
    return buckets.bucket(id, leased ? options : options.direct());
  }
}
