package io.goodput.lab.nodetests;

import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Samples in the documentation, which tests run. */
final class Documents {

  private static final Path FOLDER = Path.of("..", "..", "docs");

  private Documents() {}

  static Path page(Path page) {
    return FOLDER.resolve(page);
  }

  /** The documented configuration of the Java driver, for a slow machine, and more of it. */
  static DriverConfigLoader driver(String... settings) throws IOException {
    return DriverConfigLoader.fromString(
        block(Path.of("late-requests", "clients.md"), "hocon")
            + "datastax-java-driver.advanced.connection.init-query-timeout = 30 s\n"
            + String.join("\n", settings));
  }

  /** The first block of code in a language on a page. */
  static String block(Path page, String language) throws IOException {
    Matcher block =
        Pattern.compile("(?s)```" + language + "\\R(.*?)```").matcher(Files.readString(page(page)));
    if (!block.find()) {
      throw new AssertionError(page + " has no block of " + language);
    }
    return block.group(1);
  }
}
