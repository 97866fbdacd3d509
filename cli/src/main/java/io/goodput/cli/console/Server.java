package io.goodput.cli.console;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.goodput.cli.CorrectableException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The console over HTTP: the page, its feed, and, if allowed, changes. */
final class Server implements AutoCloseable {

  private static final int MOST_BROWSERS = 32;
  private static final int MOST_THREADS = 2 * MOST_BROWSERS;
  private static final int MOST_BODY_BYTES = 1 << 20;

  private final Access access;
  private final Feed feed;
  private final @Nullable Changes changes;
  private final HttpServer http;
  private final ExecutorService threads =
      new ThreadPoolExecutor(0, MOST_THREADS, 10, TimeUnit.SECONDS, new SynchronousQueue<>());

  /** Listens at once. Without {@code changes}, the console is read-only. */
  Server(InetSocketAddress address, Access access, Feed feed, @Nullable Changes changes) {
    this.access = access;
    this.feed = feed;
    this.changes = changes;
    try {
      this.http = HttpServer.create(address, 0);
    } catch (BindException e) {
      throw new CorrectableException(
          "Cannot listen at %s:%d (%s): name another --port or --bind."
              .formatted(address.getHostString(), address.getPort(), e.getMessage()));
    } catch (IOException e) {
      throw new CorrectableException("Cannot listen: " + e.getMessage());
    }
    http.setExecutor(threads);
    http.createContext("/", this::answer);
    http.start();
  }

  int port() {
    return http.getAddress().getPort();
  }

  @Override
  public void close() {
    http.stop(0);
    threads.shutdownNow();
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      Headers headers = exchange.getResponseHeaders();
      headers.set(
          "Content-Security-Policy",
          "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';"
              + " img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'");
      headers.set("X-Content-Type-Options", "nosniff");
      headers.set("Referrer-Policy", "no-referrer");
      headers.set("Cross-Origin-Resource-Policy", "same-origin");
      headers.set("Cache-Control", "no-store");
      String host = exchange.getRequestHeaders().getFirst("Host");
      String path = exchange.getRequestURI().getPath();
      if (!access.isForUs(host)) {
        send(exchange, 421, "Open the console by its address, or start it with --bind and a name.");
      } else if (!path.startsWith(access.path())) {
        send(exchange, 404, "Open the console by the whole URL that it printed.");
      } else {
        answer(exchange, path.substring(access.path().length()));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void answer(HttpExchange exchange, String name) throws IOException, InterruptedException {
    switch (exchange.getRequestMethod()) {
      case "GET" -> {
        if (name.equals("feed")) {
          stream(exchange);
        } else {
          Asset asset = Asset.named(name.isEmpty() ? "index.html" : name);
          if (asset == null) {
            send(exchange, 404, "The console has no " + name);
          } else {
            send(exchange, 200, asset.type(), asset.bytes());
          }
        }
      }
      case "POST" -> change(exchange, name);
      default -> send(exchange, 405, "The console answers GET and POST.");
    }
  }

  private void stream(HttpExchange exchange) throws IOException, InterruptedException {
    if (feed.browsers() >= MOST_BROWSERS) {
      send(exchange, 503, "Too many browsers look at this console: close one.");
      return;
    }
    exchange.getResponseHeaders().set("Content-Type", "text/event-stream; charset=utf-8");
    exchange.sendResponseHeaders(200, 0);
    try (Feed.Browser browser = feed.open();
        OutputStream body = exchange.getResponseBody()) {
      event(body, "settings", "{\"changes\":" + (changes != null) + "}");
      event(body, "history", browser.history());
      for (String frame = browser.next(); !frame.isEmpty(); frame = browser.next()) {
        event(body, "frame", frame);
      }
    }
  }

  private static void event(OutputStream body, String name, String json) throws IOException {
    body.write(("retry: 1000\nevent: " + name + "\ndata: " + json + "\n\n").getBytes(UTF_8));
    body.flush();
  }

  private void change(HttpExchange exchange, String name) throws IOException {
    Headers headers = exchange.getRequestHeaders();
    if (changes == null) {
      send(exchange, 403, "This console is read-only: start it with --allow-changes.");
    } else if (!access.isFromOurPage(headers.getFirst("Host"), headers.getFirst("Origin"))) {
      send(exchange, 403, "Only the console's own page may ask for changes.");
    } else {
      byte[] body = exchange.getRequestBody().readNBytes(MOST_BODY_BYTES);
      Changes.Outcome outcome = changes.apply(name, body);
      send(exchange, outcome.done() ? 200 : 409, outcome.message());
    }
  }

  private static void send(HttpExchange exchange, int status, String text) throws IOException {
    send(exchange, status, "text/plain; charset=utf-8", text.getBytes(UTF_8));
  }

  private static void send(HttpExchange exchange, int status, String type, byte[] body)
      throws IOException {
    exchange.getResponseHeaders().set("Content-Type", type);
    exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
    exchange.getResponseBody().write(body);
  }
}
