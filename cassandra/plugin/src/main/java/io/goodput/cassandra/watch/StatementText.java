package io.goodput.cassandra.watch;

import io.goodput.cassandra.own.Tokens;
import org.jspecify.annotations.Nullable;

/**
 * Makes the text of a statement fit to be shown: a marker replaces each literal, so that the text
 * tells no data, and statements that differ only in their literals have one text.
 */
public final class StatementText {

  static final int LONGEST = 500;

  /** How much of a statement is read: one with long literals may have millions of chars. */
  private static final int LONGEST_READ = 16_384;

  private static final String MARKER = "?";

  private StatementText() {}

  /** The text with a marker for each literal, without comments, and not longer than 500 chars. */
  public static String withoutLiterals(String text) {
    return withoutLiterals(text, LONGEST);
  }

  /**
   * The same text at full length, which statements have in common that differ only in their
   * literals; null if the statement is too long to tell.
   */
  public static @Nullable String identity(String text) {
    return text.length() > LONGEST_READ ? null : withoutLiterals(text, LONGEST_READ);
  }

  private static String withoutLiterals(String text, int longest) {
    StringBuilder shown = new StringBuilder();
    // A literal that is cut could look like a name.
    int end = text.length() <= LONGEST_READ ? text.length() : text.lastIndexOf(' ', LONGEST_READ);
    Tokens tokens = new Tokens(text.substring(0, Math.max(0, end)));
    while (!tokens.isAtEnd() && shown.length() <= longest) {
      if (tokens.isSeparate() && shown.length() > 0) {
        shown.append(' ');
      }
      boolean isHidden = tokens.isConstant() || tokens.isBroken();
      String written = tokens.written();
      shown.append(isHidden ? MARKER : written);
    }
    return shown.length() > longest || text.length() > LONGEST_READ
        ? shown.substring(0, Math.min(shown.length(), longest)) + " …"
        : shown.toString();
  }
}
