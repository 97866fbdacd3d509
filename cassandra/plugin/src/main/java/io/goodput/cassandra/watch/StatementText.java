package io.goodput.cassandra.watch;

import io.goodput.cassandra.own.Tokens;

/**
 * Makes the text of a statement fit to be shown: a marker replaces each literal, so that the text
 * tells no data, and statements that differ only in their literals have one text.
 */
final class StatementText {

  static final int LONGEST = 500;

  private static final String MARKER = "?";

  private StatementText() {}

  /** The text with a marker for each literal, without comments, and not longer than 500 chars. */
  static String withoutLiterals(String text) {
    StringBuilder shown = new StringBuilder();
    Tokens tokens = new Tokens(text);
    while (!tokens.isAtEnd() && shown.length() <= LONGEST) {
      if (tokens.isSeparate() && shown.length() > 0) {
        shown.append(' ');
      }
      boolean isHidden = tokens.isConstant() || tokens.isBroken();
      String written = tokens.written();
      shown.append(isHidden ? MARKER : written);
    }
    return shown.length() > LONGEST ? shown.substring(0, LONGEST) + " …" : shown.toString();
  }
}
