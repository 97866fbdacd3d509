package io.goodput.lab.nodetests;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Samples in the documentation, which tests run. */
final class Documents {

  private static final Path FOLDER = Path.of("..", "..", "docs");

  private Documents() {}

  /** The first block of code in a language on a page. */
  static String block(Path page, String language) throws IOException {
    Matcher block =
        Pattern.compile("(?s)```" + language + "\\R(.*?)```")
            .matcher(Files.readString(FOLDER.resolve(page)));
    if (!block.find()) {
      throw new AssertionError(page + " has no block of " + language);
    }
    return block.group(1);
  }
}
