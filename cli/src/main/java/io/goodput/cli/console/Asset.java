package io.goodput.cli.console;

import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

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
