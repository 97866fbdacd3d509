package io.goodput.cli.console;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.goodput.cli.CorrectableException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(30)
class ConsoleTest {

  private static final InetSocketAddress ANY_PORT =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

  @AutoClose
  private final Console console = new Console(ANY_PORT, new SimulatedNodes().source(), null);

  private final URI url = URI.create(console.url());
  private final String host = "127.0.0.1:" + url.getPort();

  @Test
  void get_thePage_hasAStrictPolicy() throws Exception {
    assertThat(ask("GET / HTTP/1.1", host, ""))
        .startsWith("HTTP/1.1 200")
        .containsIgnoringCase("Content-Security-Policy: default-src 'none'; script-src 'self'")
        .containsIgnoringCase("X-Content-Type-Options: nosniff")
        .contains("<!doctype html>");
  }

  @Test
  void get_aHostOfAnotherSite_isRejected() throws Exception {
    assertThat(ask("GET / HTTP/1.1", "evil.example:" + url.getPort(), ""))
        .startsWith("HTTP/1.1 421")
        .doesNotContain("<!doctype html>");
  }

  @Test
  void get_aFileOutsideThePage_isNotFound() throws Exception {
    assertThat(ask("GET /..%2fConsole.class HTTP/1.1", host, "")).startsWith("HTTP/1.1 404");
    assertThat(ask("GET /Console.class HTTP/1.1", host, "")).startsWith("HTTP/1.1 404");
  }

  @Test
  void get_theFeed_streamsFrames() throws Exception {
    try (Socket socket = new Socket(ANY_PORT.getAddress(), url.getPort())) {
      send(socket, "GET /feed HTTP/1.1", host, "");
      StringBuilder text = new StringBuilder();
      byte[] bytes = new byte[8192];
      while (!text.toString().contains("event: frame")) {
        text.append(new String(bytes, 0, socket.getInputStream().read(bytes), UTF_8));
      }
      assertThat(text).contains("text/event-stream", "{\"changes\":false}", "event: history");
    }
  }

  @Test
  void post_aReadOnlyConsole_isRejected() throws Exception {
    assertThat(ask("POST /limit HTTP/1.1", host, "Origin: http://" + host))
        .startsWith("HTTP/1.1 403")
        .contains("read-only: start it with --allow-changes");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET /",
        "GET /index.html",
        "GET /uplot.js",
        "GET /feed",
        "GET /limit",
        "POST /limit",
        "POST /remove",
        "POST /feed",
        "PUT /limit"
      })
  void anyPage_withoutTheToken_isNotFound(String page) throws Exception {
    try (Console secret = new Console(ANY_PORT, new SimulatedNodes().source(), noChanges())) {
      URI secretUrl = URI.create(secret.url());

      assertThat(ask(secretUrl, page + " HTTP/1.1", "localhost", "Origin: http://localhost"))
          .startsWith("HTTP/1.1 404");
      assertThat(ask(secretUrl, "GET " + secretUrl.getPath() + " HTTP/1.1", "localhost", ""))
          .startsWith("HTTP/1.1 200");
    }
  }

  @Test
  void post_fromAnotherSite_isRejected() throws Exception {
    try (Console secret = new Console(ANY_PORT, new SimulatedNodes().source(), noChanges())) {
      URI secretUrl = URI.create(secret.url());
      String request = "POST " + secretUrl.getPath() + "limit HTTP/1.1";

      assertThat(ask(secretUrl, request, "localhost", "Origin: http://evil.example"))
          .startsWith("HTTP/1.1 403")
          .contains("own page");
      assertThat(ask(secretUrl, request, "localhost", "Origin: http://localhost"))
          .startsWith("HTTP/1.1 409")
          .contains("This is no override");
    }
  }

  @Test
  @DisplayName("Connections that never send a whole request hold no thread for long")
  void get_duringHalfOpenConnections_isAnswered() throws Exception {
    List<Socket> halfOpen = new ArrayList<>();
    try {
      for (int i = 0; i < 100; i++) {
        Socket socket = new Socket(ANY_PORT.getAddress(), url.getPort());
        socket.getOutputStream().write("GET / HT".getBytes(UTF_8));
        halfOpen.add(socket);
      }
      await()
          .atMost(Duration.ofSeconds(Console.MOST_REQUEST_SECONDS + 10L))
          .ignoreExceptions()
          .untilAsserted(
              () -> assertThat(ask("GET / HTTP/1.1", host, "")).startsWith("HTTP/1.1 200"));
    } finally {
      for (Socket socket : halfOpen) {
        socket.close();
      }
    }
  }

  @Test
  void create_aPortThatIsTaken_saysSo() {
    InetSocketAddress taken = new InetSocketAddress(ANY_PORT.getAddress(), url.getPort());

    assertThatThrownBy(() -> new Console(taken, new SimulatedNodes().source(), null))
        .isInstanceOf(CorrectableException.class)
        .hasMessageContaining("name another --port");
  }

  /** Requests of these tests end before they reach a cluster. */
  private static Changes noChanges() {
    return new Changes(
        (partition, reads, writes, seconds) -> {
          throw new AssertionError(partition);
        },
        partition -> {
          throw new AssertionError(partition);
        });
  }

  private String ask(String request, String host, String header) throws Exception {
    return ask(url, request, host, header);
  }

  private static String ask(URI url, String request, String host, String header) throws Exception {
    try (Socket socket = new Socket(ANY_PORT.getAddress(), url.getPort())) {
      send(socket, request, host, header);
      return new String(socket.getInputStream().readAllBytes(), UTF_8);
    }
  }

  private static void send(Socket socket, String request, String host, String header)
      throws Exception {
    String headers = header.isEmpty() ? "" : header + "\r\n";
    socket
        .getOutputStream()
        .write(
            "%s\r\nHost: %s\r\nConnection: close\r\nContent-Length: 0\r\n%s\r\n"
                .formatted(request, host, headers)
                .getBytes(UTF_8));
  }
}
