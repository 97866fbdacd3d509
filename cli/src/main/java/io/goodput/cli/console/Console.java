package io.goodput.cli.console;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.goodput.cli.CorrectableException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A console over HTTP until it is closed: the page, its feed, and, if allowed, changes. */
public final class Console implements AutoCloseable {

  private static final int MOST_BROWSERS = 32;
  private static final int MOST_THREADS = 2 * MOST_BROWSERS;
  private static final int MOST_BODY_BYTES = 1 << 20;

  /** A connection whose request is not complete by then is closed: it holds a thread. */
  static final int MOST_REQUEST_SECONDS = 5;

  private static final int MOST_CONNECTIONS = 4 * MOST_BROWSERS;

  // The HTTP server of the JDK reads these once, when the first one is created.
  static {
    System.setProperty("sun.net.httpserver.maxReqTime", Integer.toString(MOST_REQUEST_SECONDS));
    System.setProperty("jdk.httpserver.maxConnections", Integer.toString(MOST_CONNECTIONS));
  }

  private final Access access;
  private final Feed feed;
  private final @Nullable Changes changes;
  private final HttpServer http;
  private final String url;
  private final ExecutorService threads =
      new ThreadPoolExecutor(0, MOST_THREADS, 10, TimeUnit.SECONDS, new SynchronousQueue<>());

  /** Listens at once. Without {@code changes}, the console is read-only. */
  Console(InetSocketAddress address, Feed.Source source, @Nullable Changes changes) {
    InetAddress bound = address.getAddress();
    this.access = Access.to(bound, address.getHostString(), changes != null);
    this.changes = changes;
    this.feed = new Feed(source);
    try {
      this.http = HttpServer.create(address, 0);
    } catch (IOException e) {
      feed.close();
      throw new CorrectableException(
          "Cannot listen at %s:%d (%s): name another --port or --bind."
              .formatted(address.getHostString(), address.getPort(), e.getMessage()));
    }
    this.url = "http://%s:%d%s".formatted(host(bound), http.getAddress().getPort(), access.path());
    http.setExecutor(threads);
    http.createContext("/", this::answer);
    http.start();
  }

  /**
   * Fails if a console cannot listen there, without starting one.
   *
   * @param option with which to name another port
   * @throws CorrectableException if the port is taken
   */
  public static void requireFree(InetSocketAddress address, String option) {
    try {
      new ServerSocket(address.getPort(), 1, address.getAddress()).close();
    } catch (IOException e) {
      throw new CorrectableException(
          "Port %d is taken: stop what listens there, or choose another one with %s."
              .formatted(address.getPort(), option));
    }
  }

  /** Where a browser finds the page. */
  public String url() {
    return url;
  }

  private static String host(InetAddress address) {
    if (address.isAnyLocalAddress()) {
      return "ADDRESS-OF-THIS-MACHINE";
    }
    String text = address.getHostAddress();
    return text.contains(":") ? "[" + text + "]" : text;
  }

  @Override
  public void close() {
    http.stop(0);
    threads.shutdownNow();
    feed.close();
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

  /** A file of the page, from the class path. */
  @SuppressWarnings("ArrayRecordComponent") // Instances are not compared.
  record Asset(String type, byte[] bytes) {

    private static final Pattern NAME = Pattern.compile("[a-z-]+\\.(html|css|js|svg)");

    private static final Map<String, String> TYPES =
        Map.of(
            "html", "text/html; charset=utf-8",
            "css", "text/css; charset=utf-8",
            "js", "text/javascript; charset=utf-8",
            "svg", "image/svg+xml");

    /** The chart library comes as a jar of its own. */
    private static final String CHARTS = "/META-INF/resources/webjars/uplot/1.6.30/dist/uPlot.";

    private static final Map<String, String> LIBRARY =
        Map.of("uplot.js", CHARTS + "esm.js", "uplot.css", CHARTS + "min.css");

    /** The file with that name; null if the page has no such file. */
    static @Nullable Asset named(String name) throws IOException {
      if (!NAME.matcher(name).matches()) {
        return null;
      }
      try (InputStream in = Asset.class.getResourceAsStream(LIBRARY.getOrDefault(name, name))) {
        String type = TYPES.get(name.substring(name.lastIndexOf('.') + 1));
        return in == null || type == null ? null : new Asset(type, in.readAllBytes());
      }
    }
  }

  /**
   * Who may use the console: those who know its path, under a name that cannot be another site's.
   *
   * @param path of the page, with a slash at both ends; secret if it has a token
   * @param names by which browsers may call the console, besides addresses
   */
  record Access(String path, Set<String> names) {

    private static final int TOKEN_BYTES = 18;

    /** Such a host cannot be rebound to another address. */
    private static final Pattern ADDRESS = Pattern.compile("\\[[0-9a-fA-F:.]+]|\\d+(\\.\\d+){3}");

    /** A token is needed unless only this machine can look, and none can change anything. */
    static Access to(InetAddress bound, String name, boolean allowChanges) {
      boolean open = bound.isLoopbackAddress() && !allowChanges;
      return new Access(
          open ? "/" : "/" + token() + "/",
          Stream.of("localhost", name.toLowerCase(Locale.ROOT)).collect(Collectors.toSet()));
    }

    private static String token() {
      byte[] bytes = new byte[TOKEN_BYTES];
      new SecureRandom().nextBytes(bytes);
      return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /** Whether a request's host is an address or a known name: other names may belong to a site. */
    boolean isForUs(@Nullable String host) {
      if (host == null) {
        return false;
      }
      String name = host.replaceFirst(":\\d+$", "");
      return ADDRESS.matcher(name).matches() || names.contains(name.toLowerCase(Locale.ROOT));
    }

    /** Whether the page itself sends a request, and no other site. */
    boolean isFromOurPage(@Nullable String host, @Nullable String origin) {
      return origin != null && origin.replaceFirst("^https?://", "").equals(host);
    }
  }
}
