package io.goodput.cli.install;

import io.goodput.cli.CorrectableException;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A place where a node's configuration names its query handler.
 *
 * @param line counted from 1
 * @param handler the name of a class
 */
record HandlerOption(Path file, int line, String handler) {

  static final String GOODPUT = "io.goodput.cassandra.GoodputQueryHandler";

  private static final String OPTION = "-Dcassandra.custom_query_handler_class=";

  /** Set off from what was in the file before, so that it can be taken out again. */
  static final String BLOCK =
      "\n# Goodput, overload protection: 'goodput uninstall' takes it out.\n"
          + OPTION
          + GOODPUT
          + "\n";

  /** Any bytes are text in it, and the same text is the same bytes. */
  static final Charset BYTES = StandardCharsets.ISO_8859_1;

  private static final Pattern SET = Pattern.compile("^[^#]*" + OPTION + "([\\w.$]+).*");

  private static final Pattern LINE = Pattern.compile("[^\n]*\n|[^\n]+$");

  /** All places in a configuration, in the order of their files. */
  static List<HandlerOption> in(Path configuration) {
    try (Stream<Path> files = Files.list(configuration)) {
      List<HandlerOption> found = new ArrayList<>();
      for (Path file : files.filter(HandlerOption::mayNameIt).sorted().toList()) {
        List<String> lines = Files.readAllLines(file, BYTES);
        for (int i = 0; i < lines.size(); i++) {
          Matcher set = SET.matcher(lines.get(i));
          if (set.matches()) {
            found.add(new HandlerOption(file, i + 1, set.group(1)));
          }
        }
      }
      return found;
    } catch (IOException e) {
      throw new CorrectableException(
          "Cannot read %s (%s): make it readable.".formatted(configuration, e));
    }
  }

  private static boolean mayNameIt(Path file) {
    String name = file.getFileName().toString();
    return name.matches("jvm(\\d+)?-server\\.options") || name.equals("cassandra-env.sh");
  }

  boolean isGoodput() {
    return handler.equals(GOODPUT);
  }

  /** The content of a file without the option, and without the lines that came with it. */
  static String without(String content) {
    return LINE.matcher(content.replace(BLOCK, ""))
        .replaceAll(
            line -> setsGoodput(line.group()) ? "" : Matcher.quoteReplacement(line.group()));
  }

  private static boolean setsGoodput(String line) {
    Matcher set = SET.matcher(line.strip());
    return set.matches() && set.group(1).equals(GOODPUT);
  }

  @Override
  public String toString() {
    return file + ", line " + line;
  }
}
