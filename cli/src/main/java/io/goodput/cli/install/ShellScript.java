package io.goodput.cli.install;

import java.util.List;
import java.util.regex.Pattern;

/** What a script in the language of {@code sh} says, as far as it matters here. */
final class ShellScript {

  /** The word {@code .} or {@code source} where a command begins, and its argument. */
  private static final Pattern READS =
      Pattern.compile("(?:^|[;&|]|\\bthen\\b|\\bdo\\b)\\s*(?:\\.|source)\\s+([^\\s;&|]+)");

  private ShellScript() {}

  /** The script with blanks instead of comments; all lines stay where they are. */
  static String withoutComments(String script) {
    StringBuilder code = new StringBuilder(script);
    char quote = 0;
    boolean isComment = false;
    for (int i = 0; i < code.length(); i++) {
      char c = code.charAt(i);
      if (c == '\n') {
        isComment = false;
      } else if (isComment) {
        code.setCharAt(i, ' ');
      } else if (c == '\\' && quote != '\'') {
        i++;
      } else if (quote != 0) {
        quote = c == quote ? 0 : quote;
      } else if (c == '"' || c == '\'') {
        quote = c;
      } else if (c == '#' && (i == 0 || " \t\n;&|(".indexOf(code.charAt(i - 1)) >= 0)) {
        isComment = true;
        code.setCharAt(i, ' ');
      }
    }
    return code.toString();
  }

  /** The other scripts that it reads, as it names them. */
  static List<String> scriptsReadBy(String script) {
    return withoutComments(script)
        .lines()
        .flatMap(line -> READS.matcher(line).results())
        .map(reads -> reads.group(1))
        .toList();
  }
}
