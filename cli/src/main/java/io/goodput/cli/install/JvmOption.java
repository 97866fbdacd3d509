package io.goodput.cli.install;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A system property of the node's JVM, where the configuration sets it.
 *
 * @param line counted from 1
 * @param value what the JVM gets from an options file, with quotes and carriage returns; from a
 *     script, what stands there without quotes
 */
record JvmOption(Path file, int line, String value) {

  /** The property that names the query handler. */
  static final String HANDLER = "cassandra.custom_query_handler_class";

  static final String GOODPUT = "io.goodput.cassandra.GoodputQueryHandler";

  private static final String SET = "-D" + HANDLER + "=" + GOODPUT;

  /** Set off from what was in the file before, so that it can be taken out again. */
  static final String BLOCK =
      "\n# Goodput, overload protection: 'goodput uninstall' takes it out.\n" + SET + "\n";

  /** Where the line before had no end, and lines were added after it. */
  private static final Pattern BETWEEN_LINES =
      Pattern.compile("(?<=[^\n])" + Pattern.quote(BLOCK) + "(?=[^\n])");

  /** Any bytes are text in it, and the same text is the same bytes. */
  static final Charset BYTES = StandardCharsets.ISO_8859_1;

  private static final Pattern LINE = Pattern.compile("[^\n]*\n|[^\n]+$");

  /**
   * Goodput's handler in a line of an options file, in quotes or not, with the blanks before it.
   */
  private static final Pattern TOKEN =
      Pattern.compile(
          "(^|[ \t]+)['\"]?"
              + Pattern.quote("-D" + HANDLER + "=")
              + "['\"]?"
              + Pattern.quote(GOODPUT)
              + "['\"]?\r?(?=\\s|$)");

  /**
   * The options in the content of an options file: the start scripts pass on the lines that begin
   * with a dash, split at blanks.
   */
  static List<JvmOption> inOptions(Path file, String content, String property) {
    String prefix = "-D" + property + "=";
    List<JvmOption> found = new ArrayList<>();
    String[] lines = content.split("\n", -1);
    for (int i = 0; i < lines.length; i++) {
      if (lines[i].startsWith("-")) {
        int line = i + 1;
        Stream.of(lines[i].split("[ \t]+", -1))
            .filter(token -> token.startsWith(prefix))
            .map(token -> new JvmOption(file, line, token.substring(prefix.length())))
            .forEach(found::add);
      }
    }
    return found;
  }

  /**
   * The options in the content of a shell script, outside comments, whether it runs them or not.
   */
  static List<JvmOption> inScript(Path file, String content, String property) {
    String script = ShellScript.withoutComments(content);
    Matcher set =
        Pattern.compile(
                Pattern.quote("-D" + property + "=") + "(\"[^\"]*\"|'[^']*'|[^\\s\"';&|()`]*)")
            .matcher(script);
    List<JvmOption> found = new ArrayList<>();
    while (set.find()) {
      int line = 1 + (int) script.substring(0, set.start()).chars().filter(c -> c == '\n').count();
      found.add(new JvmOption(file, line, set.group(1).replaceAll("[\"']", "")));
    }
    return found;
  }

  /** Whether the JVM would load Goodput. */
  boolean isGoodput() {
    return value.equals(GOODPUT);
  }

  /** Whether it names Goodput in a way that the JVM does not understand. */
  boolean isDamagedGoodput() {
    return !isGoodput() && value.replaceAll("[\"'\r]", "").equals(GOODPUT);
  }

  /** Whether only the script itself knows the value. */
  boolean isVariable() {
    return value.contains("$");
  }

  boolean mayBeGoodput() {
    return isGoodput() || isDamagedGoodput() || isVariable();
  }

  boolean isInScript() {
    return file.toString().endsWith(".sh");
  }

  /** The content of a file with the option at its end. */
  static String with(String content) {
    return content + BLOCK;
  }

  /** The content of an options file without the option, and without the lines that came with it. */
  static String without(String content) {
    String apart = BETWEEN_LINES.matcher(content).replaceAll("\n");
    return inEachLine(apart.replace(BLOCK, ""), "");
  }

  /** The content of an options file whose damaged options the JVM understands. */
  static String repaired(String content) {
    return inEachLine(content, SET);
  }

  private static String inEachLine(String content, String replacement) {
    return LINE.matcher(content)
        .replaceAll(line -> Matcher.quoteReplacement(replaced(line.group(), replacement)));
  }

  private static String replaced(String line, String replacement) {
    Matcher token = TOKEN.matcher(line);
    if (!line.startsWith("-") || !token.find()) {
      return line;
    }
    String rest = token.replaceAll(replacement.isEmpty() ? "" : "$1" + replacement);
    return rest.isBlank() ? "" : rest.stripLeading();
  }

  @Override
  public String toString() {
    return file + ", line " + line;
  }
}
