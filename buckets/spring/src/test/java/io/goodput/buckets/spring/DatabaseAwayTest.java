package io.goodput.buckets.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

class DatabaseAwayTest {

  private static final String NAME = "goodput.rate-limits[0].name=all";
  private static final String LIMIT = "goodput.rate-limits[0].limits=100 per day";

  @Test
  void applicationThatStartsBeforeItsDatabase_installsWhenItIsThere() throws Exception {
    int port = freePort();
    String url = "jdbc:postgresql://localhost:%d/postgres?user=postgres".formatted(port);
    try (Output output = new Output();
        ConfigurableApplicationContext application =
            Applications.onDatabase(
                Nothing.class, url, NAME, LIMIT, "goodput.buckets.timeout=500ms")) {
      assertThat(output.text())
          .containsOnlyOnce("The application starts without the tables of its token buckets");
      HttpResponse<String> refused = Applications.get(application, "/");
      assertThat(refused.statusCode()).isEqualTo(503);
      assertThat(refused.headers().firstValue("Retry-After")).contains("1");

      try (EmbeddedPostgres late = EmbeddedPostgres.builder().setPort(port).start()) {
        await()
            .atMost(Duration.ofMinutes(1))
            .until(() -> output.text().contains("The token buckets are installed."));
        await()
            .atMost(Duration.ofMinutes(1))
            .until(() -> Applications.get(application, "/").statusCode() == 404);
        assertThat(Applications.text(url, "SELECT count(*) FROM rate_limiting_token_bucket"))
            .isEqualTo("1");
        assertThat(late.getPort()).isEqualTo(port);
      }
    }
  }

  @Test
  void roleWithoutPermission_failsTheStart() {
    String url = Applications.emptyDatabase();
    Applications.execute(url, "CREATE ROLE reader LOGIN");
    String asReader = url.replace("user=postgres", "user=reader");

    assertThatThrownBy(() -> Applications.onDatabase(Nothing.class, asReader, NAME, LIMIT).close())
        .hasStackTraceContaining("Cannot install the token buckets: ");
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class Nothing {}
}
