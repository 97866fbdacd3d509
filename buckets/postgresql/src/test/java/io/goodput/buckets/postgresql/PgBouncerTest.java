package io.goodput.buckets.postgresql;

import static io.goodput.buckets.Rates.perSecond;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import io.goodput.buckets.BucketOptions;
import io.goodput.buckets.TokenBucket;
import io.goodput.buckets.TokenBuckets;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * PgBouncer in transaction mode between clients and the server. Skipped if there is no PgBouncer;
 * the environment variable PGBOUNCER names one that is not installed.
 */
class PgBouncerTest {

  private static final int SERVER_CONNECTIONS = 2;

  private final String id = UUID.randomUUID().toString();
  @TempDir private Path folder;
  private Process pooler;
  private int port;

  @BeforeEach
  void start() throws IOException {
    List<Path> found =
        Stream.of(
                String.valueOf(System.getenv("PGBOUNCER")),
                "/usr/sbin/pgbouncer",
                "/usr/bin/pgbouncer")
            .map(Path::of)
            .filter(Files::isExecutable)
            .toList();
    assumeThat(found).as("PgBouncer is not installed: apt-get install pgbouncer").isNotEmpty();
    try (ServerSocket socket = new ServerSocket(0)) {
      port = socket.getLocalPort();
    }
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    Path settings =
        Files.writeString(
            folder.resolve("pgbouncer.ini"),
            """
            [databases]
            postgres = host=127.0.0.1 port=%d dbname=postgres user=postgres
            [pgbouncer]
            listen_addr = 127.0.0.1
            listen_port = %d
            unix_socket_dir =
            auth_type = any
            pool_mode = transaction
            default_pool_size = %d
            ignore_startup_parameters = extra_float_digits
            """
                .formatted(Server.port(), port, SERVER_CONNECTIONS));
    pooler =
        new ProcessBuilder(
                Stream.concat(
                        Stream.of(found.get(0).toString()),
                        // It refuses to run as root.
                        System.getProperty("user.name").equals("root")
                            ? Stream.of("-u", "daemon", settings.toString())
                            : Stream.of(settings.toString()))
                    .toList())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("log").toFile())
            .start();
    await().until(this::isListening);
  }

  @AfterEach
  void stop() {
    if (pooler != null) {
      pooler.destroy();
    }
  }

  @Test
  void leasedAndDirectBuckets_onFewServerConnections_grantTheBurstAndLeaveNoSettings()
      throws SQLException {
    try (TokenBuckets buckets = Server.client(url()).schema("public").open()) {
      TokenBucket leased = buckets.bucket(id, perSecond(1).burst(500));
      TokenBucket direct =
          buckets.bucket(id + "direct", BucketOptions.of(perSecond(1).burst(50)).direct());
      long taken = 0;
      for (int i = 0; i < 200; i++) {
        taken += leased.tryAcquire().admitted() ? 1 : 0;
        direct.tryAcquire();
      }

      assertThat(taken).isGreaterThan(100);
      assertThat(direct.tryAcquire(20).admitted()).isFalse();
    }
    try (Connection connection = DriverManager.getConnection(url());
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SHOW lock_timeout")) {
      row.next();
      assertThat(row.getString(1)).isEqualTo("0");
    }
  }

  @Test
  void callersThatWait_onFewServerConnections_areServed() throws Exception {
    try (TokenBuckets buckets = Server.client(url()).schema("public").open()) {
      for (int i = 0; i < 20; i++) {
        TokenBucket bucket = buckets.bucket(id + i, perSecond(50).burst(100));
        // A pause of a quarter of a second after the grant loses the tokens.
        await().until(() -> bucket.tryAcquire(100).admitted());
        assertThat(bucket.tryAcquire(5, Duration.ofSeconds(20)).admitted()).isTrue();
      }
    }
  }

  private String url() {
    // As for the server itself, a busy machine may need longer than 2 s to connect.
    return "jdbc:postgresql://127.0.0.1:%d/postgres?user=postgres&prepareThreshold=0&socketTimeout=30"
        .formatted(port);
  }

  private boolean isListening() throws IOException {
    if (!pooler.isAlive()) {
      throw new IllegalStateException(Files.readString(folder.resolve("log")));
    }
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return socket.isConnected();
    } catch (IOException e) {
      return false;
    }
  }
}
