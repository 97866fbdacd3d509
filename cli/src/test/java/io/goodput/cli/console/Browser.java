package io.goodput.cli.console;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A headless Chromium with one page, told by its DevTools protocol what to do. For one thread. */
public final class Browser implements AutoCloseable {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final long LIMIT_SECONDS = 60;

  private final Process process;
  private final WebSocket socket;
  private final BlockingQueue<JsonNode> answers = new LinkedBlockingQueue<>();
  private final Queue<JsonNode> events = new ConcurrentLinkedQueue<>();
  private @Nullable String session;
  private int lastId;

  private Browser(Process process, URI address) {
    this.process = process;
    this.socket =
        HttpClient.newHttpClient().newWebSocketBuilder().buildAsync(address, new Ear()).join();
  }

  /** Starts a browser with a folder for its profile. */
  public static Browser start(Path chromium, Path profile) throws Exception {
    ProcessBuilder command =
        new ProcessBuilder(
                chromium.toString(),
                "--headless",
                "--no-sandbox",
                "--no-zygote",
                "--disable-gpu",
                "--disable-quic",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--remote-debugging-port=0",
                "--user-data-dir=" + profile,
                "about:blank")
            .redirectErrorStream(true)
            .redirectOutput(profile.resolve("output.log").toFile());
    // In the locale of a bare system, it tells pages a language that does not exist.
    command.environment().put("LC_ALL", "en_US.UTF-8");
    Process process = command.start();
    try {
      Browser browser = new Browser(process, address(process, profile));
      browser.openPage();
      return browser;
    } catch (Exception e) {
      process.destroyForcibly();
      throw e;
    }
  }

  /** Written by the browser when it listens: the port, and a path. */
  private static URI address(Process process, Path profile) throws IOException {
    Path file = profile.resolve("DevToolsActivePort");
    long giveUp = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
    while (process.isAlive() && System.nanoTime() < giveUp) {
      if (Files.exists(file)) {
        List<String> lines = Files.readAllLines(file);
        if (lines.size() == 2) {
          return URI.create("ws://127.0.0.1:" + lines.get(0) + lines.get(1));
        }
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
    }
    throw new IOException("Chromium does not listen; see " + profile.resolve("output.log"));
  }

  private void openPage() throws Exception {
    JsonNode target = call("Target.createTarget", Map.of("url", "about:blank"));
    JsonNode attached =
        call(
            "Target.attachToTarget",
            Map.of("targetId", target.at("/targetId").asText(), "flatten", true));
    session = attached.at("/sessionId").asText();
    for (String domain : List.of("Page", "Runtime", "Log", "Network")) {
      call(domain + ".enable", Map.of());
    }
  }

  /** Shows a page as a screen of this width would, and waits until it is there. */
  public void show(URI page, int width, String colorScheme) throws Exception {
    resize(width, 844, colorScheme);
    events.clear();
    call("Page.navigate", Map.of("url", page.toString()));
    evaluate(
        "new Promise(done => { const look = () => document.readyState === 'complete'"
            + " && location.protocol !== 'about:'"
            + " ? requestAnimationFrame(() => done(true)) : setTimeout(look, 20); look(); })");
  }

  /** Changes the screen while it shows a page. */
  public void resize(int width, int height, String colorScheme) throws Exception {
    call(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", width < 600));
    call(
        "Emulation.setEmulatedMedia",
        Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", colorScheme))));
  }

  /** Presses a key, and lets it go, as a person at the keyboard does. */
  public void press(Key key) throws Exception {
    Map<String, Object> event =
        Map.of(
            "key", key.key,
            "code", key.code,
            "windowsVirtualKeyCode", key.number,
            "modifiers", key.modifiers,
            "text", key.text);
    for (String type : List.of(key.text.isEmpty() ? "rawKeyDown" : "keyDown", "keyUp")) {
      Map<String, Object> typed = new HashMap<>(event);
      typed.put("type", type);
      call("Input.dispatchKeyEvent", typed);
    }
  }

  /** Types a text of letters and digits into what has the focus. */
  public void type(String text) throws Exception {
    call("Input.insertText", Map.of("text", text));
  }

  /** Moves the mouse to a place on the screen, in its pixels. */
  public void point(double x, double y) throws Exception {
    call("Input.dispatchMouseEvent", Map.of("type", "mouseMoved", "x", x, "y", y));
  }

  /** A key of the keyboard. */
  public enum Key {
    TAB("Tab", 9, ""),
    SHIFT_TAB("Tab", "Tab", 9, "", 8),
    ENTER("Enter", 13, "\r"),
    ESCAPE("Escape", 27, ""),
    SPACE(" ", "Space", 32, " ", 0),
    LEFT("ArrowLeft", 37, ""),
    RIGHT("ArrowRight", 39, ""),
    END("End", 35, "");

    private final String key;
    private final String code;
    private final int number;
    private final String text;
    private final int modifiers;

    Key(String key, int number, String text) {
      this(key, key, number, text, 0);
    }

    Key(String key, String code, int number, String text, int modifiers) {
      this.key = key;
      this.code = code;
      this.number = number;
      this.text = text;
      this.modifiers = modifiers;
    }
  }

  /** What an expression of JavaScript, or its promise, comes to. */
  public JsonNode evaluate(String expression) throws Exception {
    return call(
            "Runtime.evaluate",
            Map.of("expression", expression, "awaitPromise", true, "returnByValue", true))
        .at("/result/value");
  }

  /** What the page complained of since it was shown. */
  public List<String> complaints() {
    return events.stream()
        .filter(
            event ->
                switch (event.at("/method").asText()) {
                  case "Runtime.exceptionThrown", "Log.entryAdded" -> true;
                  case "Runtime.consoleAPICalled" ->
                      List.of("error", "warning").contains(event.at("/params/type").asText());
                  default -> false;
                })
        .map(event -> event.at("/params").toString())
        .toList();
  }

  /** What the page loaded besides itself and what it carries. */
  public List<String> requests() {
    return events.stream()
        .filter(event -> event.at("/method").asText().equals("Network.requestWillBeSent"))
        .map(event -> event.at("/params/request/url").asText())
        .filter(url -> !url.startsWith("file:") && !url.startsWith("data:"))
        .toList();
  }

  /** A picture of the whole page, as PNG. */
  public void picture(Path file) throws Exception {
    JsonNode shot =
        call("Page.captureScreenshot", Map.of("format", "png", "captureBeyondViewport", true));
    Files.write(file, Base64.getDecoder().decode(shot.at("/data").asText()));
  }

  @Override
  public void close() {
    socket.abort();
    List<ProcessHandle> children = process.descendants().toList();
    process.destroyForcibly().onExit().join();
    children.forEach(ProcessHandle::destroyForcibly);
  }

  private JsonNode call(String method, Map<String, Object> parameters) throws Exception {
    int id = ++lastId;
    ObjectNode message = JSON.createObjectNode().put("id", id).put("method", method);
    message.set("params", JSON.valueToTree(parameters));
    if (session != null) {
      message.put("sessionId", session);
    }
    socket.sendText(message.toString(), true).join();
    while (true) {
      JsonNode answer = answers.poll(LIMIT_SECONDS, TimeUnit.SECONDS);
      if (answer == null || answer.has("error")) {
        throw new IOException(method + ": " + answer);
      }
      if (answer.at("/id").asInt() == id) {
        return answer.at("/result");
      }
    }
  }

  private final class Ear implements WebSocket.Listener {

    private final StringBuilder text = new StringBuilder();

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
      text.append(data);
      if (last) {
        hear(text.toString());
        text.setLength(0);
      }
      from.request(1);
      return null;
    }

    private void hear(String message) {
      try {
        JsonNode node = JSON.readTree(message);
        (node.has("id") ? answers : events).add(node);
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
