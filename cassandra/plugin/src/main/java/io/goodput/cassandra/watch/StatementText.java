package io.goodput.cassandra.watch;

import java.util.regex.Pattern;

/**
 * Makes the text of a statement fit to be shown: a marker replaces each literal, so that the text
 * tells no data, and statements that differ only in their literals have one text.
 */
final class StatementText {

  static final int LONGEST = 500;

  private static final String MARKER = "?";

  private static final Pattern ISO_DURATION =
      Pattern.compile("P(?=\\d|T\\d)(\\d+[YMWD])*(T(\\d+[HMS])+)?", Pattern.CASE_INSENSITIVE);

  private static final String UUID_FORM = "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx";

  private final String text;
  private final StringBuilder shown = new StringBuilder();
  private int at;

  private StatementText(String text) {
    this.text = text;
  }

  /** The text with a marker for each literal, without comments, and not longer than 500 chars. */
  static String withoutLiterals(String text) {
    return new StatementText(text).shown();
  }

  private String shown() {
    while (at < text.length() && shown.length() <= LONGEST) {
      char next = text.charAt(at);
      if (Character.isWhitespace(next)) {
        at++;
        space();
      } else if (next == '\'') {
        at = afterQuote("'");
        shown.append(MARKER);
      } else if (isNext("$$")) {
        at = afterEnd("$$", at + 2);
        shown.append(MARKER);
      } else if (next == '"') {
        int begin = at;
        at = afterQuote("\"");
        shown.append(text, begin, at);
      } else if (isNext("--") || isNext("//")) {
        at = afterEnd("\n", at + 2);
        space();
      } else if (isNext("/*")) {
        at = afterEnd("*/", at + 2);
        space();
      } else if (isPartOfWord(next)) {
        word();
      } else {
        shown.append(next);
        at++;
      }
    }
    String all = shown.toString().strip();
    return all.length() > LONGEST ? all.substring(0, LONGEST) + " …" : all;
  }

  private void word() {
    int begin = at;
    if (isUuid()) {
      at += UUID_FORM.length();
      shown.append(MARKER);
      return;
    }
    while (at < text.length() && isPartOfWord(text.charAt(at))) {
      at++;
    }
    String word = text.substring(begin, at);
    if (isLiteral(word)) {
      // A number may have a fraction.
      while (at < text.length() && (isPartOfWord(text.charAt(at)) || text.charAt(at) == '.')) {
        at++;
      }
      shown.append(MARKER);
    } else {
      shown.append(word);
    }
  }

  private static boolean isLiteral(String word) {
    return Character.isDigit(word.charAt(0))
        || word.equalsIgnoreCase("true")
        || word.equalsIgnoreCase("false")
        || word.equalsIgnoreCase("nan")
        || word.equalsIgnoreCase("infinity")
        || ISO_DURATION.matcher(word).matches();
  }

  private boolean isUuid() {
    if (text.length() - at < UUID_FORM.length()) {
      return false;
    }
    for (int i = 0; i < UUID_FORM.length(); i++) {
      char found = text.charAt(at + i);
      boolean fits = UUID_FORM.charAt(i) == '-' ? found == '-' : Character.digit(found, 16) >= 0;
      if (!fits) {
        return false;
      }
    }
    return true;
  }

  private static boolean isPartOfWord(char c) {
    return Character.isLetterOrDigit(c) || c == '_';
  }

  private void space() {
    if (shown.length() > 0 && shown.charAt(shown.length() - 1) != ' ') {
      shown.append(' ');
    }
  }

  private boolean isNext(String mark) {
    return text.startsWith(mark, at);
  }

  /** The index after a text in quotes, where two quotes stand for one. */
  private int afterQuote(String quote) {
    int end = afterEnd(quote, at + 1);
    while (text.startsWith(quote, end)) {
      end = afterEnd(quote, end + 1);
    }
    return end;
  }

  /** The index after the end mark, or the end of the text if the mark is missing. */
  private int afterEnd(String mark, int from) {
    int found = text.indexOf(mark, from);
    return found < 0 ? text.length() : found + mark.length();
  }
}
